// Sends the requests of the scenario, and records them with their responses.

import { setTimeout as sleep } from 'node:timers/promises'
import { isOpen, operationIdOf } from '../../../src/shared/http/route.ts'
import { type Moment, makeNormalizer, shownMorning } from './normalizers.ts'
import type { Receiver } from './receiver.ts'
import { type Documented, pathOf, type RequestInput, type sendRequest } from './request.ts'

/** One request and its response, as the OpenAPI document shows them. */
export type Example = {
  summary: string
  request: { path: string; query?: Record<string, string>; headers?: Record<string, string>; body?: unknown }
  response: { status: number; mediaType?: string; body?: unknown }
}

/** The examples of each operation by their names; the first one is a success. */
export type Examples = Record<string, Record<string, Example>>

export type Members = Record<string, unknown>

export type Recorded = {
  json: unknown
  text(name: string): string
  items(name?: string): Members[]
}

export type Recorder = ReturnType<typeof newRecorder>

type RecorderOptions = {
  routes: readonly Documented[]
  baseUrl: string
  secret: string
  /** The Monday of the scenario, in ms since 1970. */
  monday: number
  /** Texts that change from run to run, and their replacements. */
  texts: [string, string][]
  /** The endpoint of the webhooks. */
  receiver: Receiver
  send: typeof sendRequest
}

export function newRecorder(options: RecorderOptions) {
  const { routes, baseUrl, secret, monday, texts, receiver } = options
  const moments: Moment[] = []
  const morning = minuteBefore(Date.now())
  const normalize = makeNormalizer({ texts, monday, morning, moments })
  const examples: Record<string, Record<string, Example>> = {}
  const firstRequests = new Map<string, RequestInput>()
  /** Values of later requests by name. Those with the name of a path parameter fill that parameter. */
  const variables: Record<string, string> = {}

  function routeOf(operationId: string): Documented {
    const route = routes.find(each => operationIdOf(each) === operationId)
    if (!route) throw new Error(`There is no operation ${operationId}.`)
    return route
  }

  async function send(operationId: string, input: RequestInput) {
    const route = routeOf(operationId)
    const path = pathOf(route, { ...variables, ...input.params })
    const caller = { baseUrl, secret: input.as === undefined ? secret : input.as }
    const response = await options.send(route, path, input, caller)
    const { status, mediaType, raw, body, from, to } = response
    const count = moments.filter(({ name }) => name.split(' ')[0] === operationId).length
    const shown = shownMorning + moments.length * 5000
    moments.push({ name: `${operationId} ${count}`, from, to, shown })
    const { query, headers } = input
    const example = normalize({
      summary: input.summary ?? (status < 400 ? route.summary : body.title),
      request: {
        path,
        ...(query && { query }),
        ...(headers && { headers }),
        ...(input.body !== undefined && { body: input.shownBody ?? input.body }),
      },
      response: { status, ...(raw !== '' && { mediaType, body }) },
    }) as Example // a normalizer keeps the members
    return { ...response, example }
  }

  /** Reads a resource without recording it. */
  const read = async (path: string): Promise<unknown> => {
    const headers = { connection: 'close', authorization: `Bearer ${secret}` }
    return (await fetch(new URL(path, baseUrl), { headers })).json()
  }

  const addExample = (operationId: string, name: string, example: Example) => {
    const operationExamples = examples[operationId] ?? {}
    operationExamples[name] ??= example
    examples[operationId] = operationExamples
  }

  async function recordRefusal(operationId: string, input: RequestInput = {}): Promise<void> {
    const { status, raw, body, example } = await send(operationId, input)
    if (status < 400) throw new Error(`${operationId} was not refused: ${raw}`)
    addExample(operationId, body.code, example)
  }

  return {
    examples,
    variables,
    receiver,
    /** The newest mail to `address` whose text contains `part`. */
    mailedTo: (address: string, part: string) =>
      until(async () => {
        const mails = (await read('/__local/mail')) as { to: string; text: string }[]
        return mails.findLast(({ to, text }) => to === address && text.includes(part))?.text
      }),
    /** Waits for `count` delivery attempts, and returns the attempts, newest first. */
    attempts: (count: number) =>
      until(async () => {
        const log = (await read('/api/webhooks/logs')) as Members[]
        return log.length >= count ? log : undefined
      }),
    /** The instant `minutes` after the start of the scenario. */
    soon: (minutes: number): string => new Date(morning + minutes * 60_000).toISOString(),
    /** The instant `days` after the Monday of the scenario, at `time` in UTC. */
    at: (days: number, time: `${number}:${number}`): string =>
      new Date(
        Date.parse(`${new Date(monday).toISOString().slice(0, 10)}T${time}:00.000Z`) + days * 86_400_000,
      ).toISOString(),
    /** Sends a request that must succeed. The first request of each name is an example of the operation. */
    async record(operationId: string, input: RequestInput = {}): Promise<Recorded> {
      const { name = 'success' } = input
      const { status, raw, body, example } = await send(operationId, input)
      if (status >= 400) throw new Error(`${operationId} responded with ${status}: ${raw}`)
      if (name !== null) addExample(operationId, name, example)
      if (!firstRequests.has(operationId))
        firstRequests.set(operationId, { ...input, params: { ...variables, ...input.params } })
      return recorded(body)
    },
    /**
     * Waits for the next second, so that times in whole seconds differ between requests. A timer may be early by 1 ms.
     */
    nextSecond: () => sleep(1010 - (Date.now() % 1000)),
    /** Sends a request that must be refused. The name of the example is the code of the problem. */
    recordRefusal,
    /** Records a refusal of each operation that has none yet, from an invalid variant of its first request. */
    async recordOtherRefusals(): Promise<void> {
      for (const [operationId, input] of firstRequests)
        if (!Object.values(examples[operationId] ?? {}).some(({ response }) => response.status >= 400))
          await recordRefusal(operationId, invalidVariant(routeOf(operationId), input))
    },
  }
}

/**
 * The last whole minute that is at least one second before `now`. A minute of the scenario is therefore never taken for
 * the time of its first requests, which responses may show in whole seconds.
 */
export const minuteBefore = (now: number): number => Math.floor((now - 1000) / 60_000) * 60_000

/** The same request with one error: an invalid member of the body, an unknown sid or no credential. */
function invalidVariant(route: Documented, { body, ...input }: RequestInput): RequestInput {
  const [member] = body instanceof Blob ? [] : Object.keys(body ?? {})
  if (member !== undefined) return { ...input, body: { ...(body as Members), [member]: -1 } }
  const parameter = route.path.match(/(?<=\{)\w+(?=\})/g)?.findLast(name => name !== 'installSid')
  if (parameter !== undefined) {
    const prefix = input.params?.[parameter]?.slice(0, 2) ?? ''
    return { ...input, params: { ...input.params, [parameter]: `${prefix}${'0'.repeat(32)}` } }
  }
  return isOpen(route) ? { ...input, query: { verbose: 'true' } } : { ...input, as: null }
}

/** Polls until there is a value. @throws Error after 10 seconds */
async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 500; tries += 1) {
    const value = await find()
    if (value !== undefined) return value
    await sleep(20)
  }
  throw new Error('The scenario timed out after 10 seconds.')
}

const recorded = (json: unknown): Recorded => ({
  json,
  text: name => String((json as Members)[name]),
  items: (name = 'results') => (Array.isArray(json) ? json : (json as Record<string, Members[]>)[name]) ?? [],
})
