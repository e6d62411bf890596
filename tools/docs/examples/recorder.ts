// Sends the requests of the story and keeps what was sent and answered.

import { setTimeout as sleep } from 'node:timers/promises'
import { isOpen, operationIdOf } from '../../../src/shared/http/route.ts'
import { type Moment, shownMorning, standIns } from './normalizers.ts'
import type { Receiver } from './receiver.ts'
import { type Asked, type Documented, pathOf, sendRequest } from './request.ts'

/** One request and its answer, as the document shows them. */
export type Example = {
  summary: string
  request: { path: string; query?: Record<string, string>; headers?: Record<string, string>; body?: unknown }
  response: { status: number; mediaType?: string; body?: unknown }
}

/** The examples of each operation by their names; the first is the one that succeeds. */
export type Examples = Record<string, Record<string, Example>>

export type Members = Record<string, unknown>

export type Answered = {
  json: unknown
  text(name: string): string
  items(name?: string): Members[]
}

export type Recorder = ReturnType<typeof newRecorder>

type World = {
  routes: readonly Documented[]
  baseUrl: string
  secret: string
  /** The Monday from which the story counts, in ms since 1970. */
  monday: number
  /** Changing texts and what is shown of them. */
  texts: [string, string][]
  /** Where webhooks go. */
  receiver: Receiver
}

export function newRecorder({ routes, baseUrl, secret, monday, texts, receiver }: World) {
  const moments: Moment[] = []
  const morning = Math.floor(Date.now() / 60_000) * 60_000
  const show = standIns({ texts, monday, morning, moments })
  const examples: Record<string, Record<string, Example>> = {}
  const firstAsked = new Map<string, Asked>()
  /** The sids by the names that paths have for them. */
  const scene: Record<string, string> = {}

  function routeOf(operationId: string): Documented {
    const route = routes.find(each => operationIdOf(each) === operationId)
    if (!route) throw new Error(`There is no operation ${operationId}.`)
    return route
  }

  async function send(operationId: string, asked: Asked) {
    const route = routeOf(operationId)
    const path = pathOf(route, { ...scene, ...asked.params })
    const caller = { baseUrl, secret: asked.as === undefined ? secret : asked.as }
    const answer = await sendRequest(route, path, asked, caller)
    const { status, mediaType, raw, body, from, to } = answer
    const count = moments.filter(({ name }) => name.split(' ')[0] === operationId).length
    const shown = shownMorning + moments.length * 5000
    moments.push({ name: `${operationId} ${count}`, from, to, shown })
    const { query, headers } = asked
    const example = show({
      summary: asked.summary ?? (status < 400 ? route.summary : body.title),
      request: {
        path,
        ...(query && { query }),
        ...(headers && { headers }),
        ...(asked.body !== undefined && { body: asked.shownBody ?? asked.body }),
      },
      response: { status, ...(raw !== '' && { mediaType, body }) },
    }) as Example // it has the members that it was given
    return { ...answer, example }
  }

  /** What is looked up on the way, for no example. */
  const read = async (path: string): Promise<unknown> => {
    const headers = { connection: 'close', authorization: `Bearer ${secret}` }
    return (await fetch(new URL(path, baseUrl), { headers })).json()
  }

  const keep = (operationId: string, name: string, example: Example) => {
    const known = examples[operationId] ?? {}
    known[name] ??= example
    examples[operationId] = known
  }

  async function refuse(operationId: string, asked: Asked = {}): Promise<void> {
    const { status, raw, body, example } = await send(operationId, asked)
    if (status < 400) throw new Error(`${operationId} was not refused: ${raw}`)
    keep(operationId, body.code, example)
  }

  return {
    examples,
    scene,
    receiver,
    /** The newest mail to the address that holds the text. */
    mailedTo: (address: string, part: string) =>
      until(async () => {
        const mails = (await read('/__local/mail')) as { to: string; text: string }[]
        return mails.findLast(({ to, text }) => to === address && text.includes(part))?.text
      }),
    /** The delivery attempts, newest first, as soon as there are so many. */
    attempts: (count: number) =>
      until(async () => {
        const log = (await read('/api/webhooks/logs')) as Members[]
        return log.length >= count ? log : undefined
      }),
    /** An instant of today: so many minutes after the story began. */
    soon: (minutes: number): string => new Date(morning + minutes * 60_000).toISOString(),
    /** An instant of the story: so many days after its Monday, at a time in UTC. */
    at: (days: number, time: `${number}:${number}`): string =>
      new Date(
        Date.parse(`${new Date(monday).toISOString().slice(0, 10)}T${time}:00.000Z`) + days * 86_400_000,
      ).toISOString(),
    /** What must succeed. The first time is the example, unless it is given another name, or none. */
    async tell(operationId: string, asked: Asked = {}): Promise<Answered> {
      const { name = 'success' } = asked
      const { status, raw, body, example } = await send(operationId, asked)
      if (status >= 400) throw new Error(`${operationId} answered ${status}: ${raw}`)
      if (name !== null) keep(operationId, name, example)
      if (!firstAsked.has(operationId))
        firstAsked.set(operationId, { ...asked, params: { ...scene, ...asked.params } })
      return answered(body)
    },
    /** Lets the second pass, so that times in whole seconds tell one request from the next. A timer may be early by 1 ms. */
    nextSecond: () => sleep(1010 - (Date.now() % 1000)),
    /** What must be refused; the example has the name of the problem. */
    refuse,
    /** Refusals of the operations that the story knows none of: what anyone gets who asks for it in a wrong way. */
    async refuseTheRest(): Promise<void> {
      for (const [operationId, asked] of firstAsked)
        if (!Object.values(examples[operationId] ?? {}).some(({ response }) => response.status >= 400))
          await refuse(operationId, wrong(routeOf(operationId), asked))
    },
  }
}

/** The same request with one thing wrong: a member of the body, the sid of what it is about, or who calls. */
function wrong(route: Documented, { body, ...asked }: Asked): Asked {
  const [member] = body instanceof Blob ? [] : Object.keys(body ?? {})
  if (member !== undefined) return { ...asked, body: { ...(body as Members), [member]: 17 } }
  const place = route.path.match(/(?<=\{)\w+(?=\})/g)?.findLast(name => name !== 'installSid')
  if (place !== undefined) {
    const prefix = asked.params?.[place]?.slice(0, 2) ?? ''
    return { ...asked, params: { ...asked.params, [place]: `${prefix}${'0'.repeat(32)}` } }
  }
  return isOpen(route) ? { ...asked, query: { verbose: 'true' } } : { ...asked, as: null }
}

/** @throws Error when there is none after 10 seconds */
async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(20)
  }
  throw new Error('What the story waits for does not come.')
}

const answered = (json: unknown): Answered => ({
  json,
  text: name => String((json as Members)[name]),
  items: (name = 'results') => (Array.isArray(json) ? json : (json as Record<string, Members[]>)[name]) ?? [],
})
