// The settings of a message, which its publisher sends as headers.

import { parseExpression } from './expression.ts'
import { badRequest, unsupported } from './refusal.ts'

/** A setting that the publisher does not send is absent. */
export type Settings = {
  /** The headers that the destination gets, by canonical name. */
  headers: Record<string, string>
  maxRetries?: number
  retryDelay?: string
  delayMs?: number
  timeoutMs?: number
  deduplicationId?: string
  failureCallback?: string
  flow?: { key: string; parallelism: number }
}

const readers: Record<string, (value: string) => Partial<Settings>> = {
  'content-type': value => ({ headers: { 'Content-Type': value } }),
  'upstash-method'(value) {
    if (value !== 'POST') throw unsupported(`Upstash-Method: ${value}`)
    return {}
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
  'upstash-timeout': value => ({ timeoutMs: durationOf('Upstash-Timeout', value) }),
  'upstash-deduplication-id'(value) {
    if (value === '' || value.includes(':')) throw invalid('Upstash-Deduplication-Id', value)
    return { deduplicationId: value }
  },
  'upstash-failure-callback'(value) {
    requireUrl(value, 'Upstash-Failure-Callback url')
    return { failureCallback: value }
  },
  // For the console of the service, which this one does not have.
  'upstash-label': () => ({}),
  // Both are read by readFlow.
  'upstash-flow-control-key': () => ({}),
  'upstash-flow-control-value': () => ({}),
}

/**
 * Reads the headers of a publish, by lower-case name.
 * @throws Refusal 400 for an invalid setting, 501 for one that this local QStash does not support
 */
export function readSettings(publishHeaders: Record<string, string>): Settings {
  const settings: Settings = { headers: {} }
  for (const [name, value] of Object.entries(publishHeaders)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (read) Object.assign(settings, read(value.trim()))
    else if (name.startsWith('upstash-')) throw unsupported(name)
  }
  const flow = readFlow(publishHeaders)
  return { ...settings, ...(flow && { flow }) }
}

/** @throws Refusal 400 when it is not an http URL, 501 when it is an https URL */
export function requireUrl(url: string, name: string): void {
  if (/^https:/i.test(url)) throw unsupported('https destinations')
  if (!/^http:\/\//i.test(url))
    throw badRequest(`invalid ${name}: endpoint has invalid scheme, add http:// or https://`)
  if (!URL.canParse(url)) throw badRequest(`invalid ${name}: ${url}`)
}

function readFlow(publishHeaders: Record<string, string>): Settings['flow'] {
  const key = publishHeaders['upstash-flow-control-key']
  const value = publishHeaders['upstash-flow-control-value']
  if (key === undefined && value === undefined) return undefined
  if (key === undefined || !/^[\w.-]+$/.test(key)) throw invalid('Upstash-Flow-Control-Key', key ?? '')
  const parts = (value ?? '').split(',').map(part => part.trim().split('='))
  return { key, parallelism: readParallelism(Object.fromEntries(parts)) }
}

/**
 * The limit of a flow control key.
 * @param limits the limits by name
 * @throws Refusal 400 when there is no valid limit, 501 for limits of rates
 */
export function readParallelism({ parallelism, rate, period }: Record<string, string | undefined>): number {
  if (rate !== undefined || period !== undefined) throw unsupported('rates of flow control keys')
  if (parallelism === undefined) throw badRequest('flow control needs parallelism or rate')
  const number = wholeNumber('flow control parallelism', parallelism)
  if (number === 0) throw invalid('flow control parallelism', parallelism)
  return number
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw invalid(name, value)
  return Number(value)
}

/** Seconds, as the SDK sends a number, in ms. */
function durationOf(name: string, value: string): number {
  if (/^\d{1,12}s$/.test(value)) return Number.parseInt(value, 10) * 1000
  throw /^(?:\d+[smhd])+$/.test(value) ? unsupported(`${name}: ${value}`) : invalid(name, value)
}

const invalid = (name: string, value: string) => badRequest(`invalid ${name}: '${value}'`)
