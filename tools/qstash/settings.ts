// What a publisher says about a message in headers, or in query parameters of the same names.

import { validateHeaderName, validateHeaderValue } from 'node:http'
import { parseDuration } from './duration.ts'
import { parseExpression } from './expression.ts'
import { canonical, type FlowLimits, type Hook, type Method, type Redaction } from './message.ts'
import { badRequest } from './refusal.ts'

/** What was said; what was not is absent. */
export type Settings = {
  method?: Method
  headers: Record<string, string>
  maxRetries?: number
  retryDelay?: string
  delayMs?: number
  /** In ms since the epoch; outranks the delay. */
  notBefore?: number
  timeoutMs?: number
  deduplicationId?: string
  contentBasedDeduplication?: boolean
  callback?: Hook
  failureCallback?: Hook
  labels?: string[]
  flow?: FlowLimits & { key: string }
  redaction?: Redaction
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const readers: Record<string, (value: string) => Partial<Settings>> = {
  'upstash-method'(value) {
    const method = methods.find(known => known === value.toUpperCase())
    if (!method) throw invalid('Upstash-Method', value)
    return { method }
  },
  'upstash-retries': value => ({ maxRetries: wholeNumber('Upstash-Retries', value) }),
  'upstash-retry-delay'(value) {
    try {
      parseExpression(value)
    } catch (error) {
      throw badRequest(
        `invalid Upstash-Retry-Delay: ${error instanceof Error ? error.message : 'unreadable'}`,
      )
    }
    return { retryDelay: value }
  },
  'upstash-delay': value => ({ delayMs: durationOf('Upstash-Delay', value) }),
  'upstash-not-before': value => ({ notBefore: wholeNumber('Upstash-Not-Before', value) * 1000 }),
  'upstash-timeout': value => ({ timeoutMs: durationOf('Upstash-Timeout', value) }),
  'upstash-deduplication-id'(value) {
    if (value === '' || value.includes(':')) throw invalid('Upstash-Deduplication-Id', value)
    return { deduplicationId: value }
  },
  'upstash-content-based-deduplication': value => ({ contentBasedDeduplication: value === 'true' }),
  'upstash-label': value => ({ labels: partsOf(value) }),
  'upstash-redact-fields': value => ({ redaction: readRedaction(value) }),
}

/**
 * Reads the headers of a publish, by lower-case name.
 * @throws Refusal 400
 */
export function readSettings(given: Record<string, string>): Settings {
  const settings: Settings = { headers: forwarded(given) }
  for (const [name, value] of Object.entries(given)) Object.assign(settings, readers[name]?.(value.trim()))
  const flow = readFlow(given)
  const callback = readHook(given, 'upstash-callback')
  const failureCallback = readHook(given, 'upstash-failure-callback')
  return {
    ...settings,
    ...(flow && { flow }),
    ...(callback && { callback }),
    ...(failureCallback && { failureCallback }),
  }
}

/** What belongs to the connection or to us, and is not for the destination even when all headers are. */
const notForwarded =
  /^(upstash-|(host|authorization|connection|content-length|transfer-encoding|keep-alive|expect|upgrade)$)/

const forwardPrefix = 'upstash-forward-'

function forwarded(given: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = {}
  const all = given['upstash-header-forward'] === 'true'
  for (const [name, value] of Object.entries(given))
    if (name === 'content-type' || (all && !notForwarded.test(name))) headers[canonical(name)] = value
  for (const [name, value] of Object.entries(given)) {
    const rest = name.startsWith(forwardPrefix) ? name.slice(forwardPrefix.length) : ''
    if (rest !== '' && !notForwarded.test(rest.replace(/^authorization$/, '')))
      headers[canonical(rest)] = value
  }
  for (const [name, value] of Object.entries(headers)) requireHeader(name, value)
  return headers
}

function requireHeader(name: string, value: string): void {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    throw invalid('header', name)
  }
}

/** `upstash-callback: url`, and `upstash-callback-x: v`, which says `upstash-x: v` of the callback's own message. */
function readHook(given: Record<string, string>, name: string): Hook | undefined {
  const url = given[name]
  if (url === undefined) return undefined
  requireUrl(url, `${canonical(name)} url`)
  const headers: Record<string, string> = {}
  for (const [key, value] of Object.entries(given))
    if (key.startsWith(`${name}-`)) headers[`upstash-${key.slice(name.length + 1)}`] = value
  readSettings(headers)
  return { url, headers }
}

/** @throws Refusal 400 when it is no http(s) URL */
export function requireUrl(url: string, what: string): void {
  if (!/^https?:\/\//i.test(url))
    throw badRequest(`invalid ${what}: endpoint has invalid scheme, add http:// or https://`)
  if (!URL.canParse(url)) throw badRequest(`invalid ${what}: ${url}`)
}

/** @throws Refusal 400 */
export function requireQueueName(name: string): void {
  if (!/^[\w.-]{1,256}$/.test(name)) throw invalid('queue name', name)
}

function readFlow(given: Record<string, string>): Settings['flow'] {
  const key = given['upstash-flow-control-key']
  const value = given['upstash-flow-control-value']
  if (key === undefined && value === undefined) return undefined
  if (key === undefined || !/^[\w.-]+$/.test(key)) throw invalid('Upstash-Flow-Control-Key', key ?? '')
  const limits = readLimits(Object.fromEntries(partsOf(value ?? '').map(part => part.split('='))))
  if (limits.parallelism === undefined && limits.rate === undefined)
    throw badRequest('Upstash-Flow-Control-Value needs parallelism or rate')
  return { key, ...limits }
}

const longestPeriod = 604_800 // seconds: a week

/**
 * The limits of a flow control key, from texts as `parallelism=5, rate=10, period=1m` holds them.
 * @throws Refusal 400
 */
export function readLimits(given: Record<string, string | undefined>): FlowLimits {
  const { parallelism, rate, period = '1s' } = given
  const periodSeconds = /^\d+$/.test(period)
    ? Number(period)
    : durationOf('flow control period', period) / 1000
  if (periodSeconds < 1 || periodSeconds > longestPeriod) throw invalid('flow control period', period)
  return {
    parallelism: parallelism === undefined ? undefined : positive('flow control parallelism', parallelism),
    ...(rate === undefined ? {} : { rate: positive('flow control rate', rate), periodSeconds }),
  }
}

/** `body`, `header` or `headers`, `header[Name]`, separated by commas. */
function readRedaction(value: string): Redaction {
  const parts = partsOf(value)
  const names = parts.flatMap(part => /^headers?\[(.+)\]$/i.exec(part)?.[1] ?? []).map(canonical)
  const all = parts.some(part => /^headers?$/i.test(part))
  return { body: parts.some(part => /^body$/i.test(part)), headers: all ? 'all' : names }
}

/** The parts of a list with commas, without blanks around them. */
export const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw invalid(name, value)
  return Number(value)
}

function positive(name: string, value: string): number {
  const number = wholeNumber(name, value)
  if (number === 0) throw invalid(name, value)
  return number
}

function durationOf(name: string, value: string): number {
  const ms = parseDuration(value)
  if (ms === undefined) throw invalid(name, value)
  return ms
}

const invalid = (name: string, value: string) => badRequest(`invalid ${name}: '${value}'`)
