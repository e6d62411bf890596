import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { deduplicationKey } from '../deduplication.ts'
import { newMessage } from '../message.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { readSettings, requireQueueName, requireUrl } from '../settings.ts'
import type { Waiting } from '../waiting.ts'
import { batchOf } from './batch.ts'

type Bindings = { Bindings: HttpBindings }

/** One publish, whatever way it came. */
export type Publish = {
  destination: string
  /** By lower-case name. */
  headers: Record<string, string>
  body: Uint8Array
  queue?: string | undefined
}

type PublishAnswer = { messageId: string; url: string; deduplicated?: true }

/** `POST /v2/publish/{destination}`, `/v2/enqueue/{queue}/{destination}` and `/v2/batch`. */
export function publishApi(service: Service): Hono<Bindings> {
  /** Reads and checks all, then stores all, and lets them be sent once they are safe. */
  async function publish(context: Context<Bindings>, wanted: Publish[]): Promise<PublishAnswer[]> {
    if (service.faults.strikes('failPublish')) throw new Refusal(500, 'internal error (injected)')
    const callerIp = context.env.incoming.socket.remoteAddress ?? ''
    const admissions = wanted.map(one => check(one, callerIp)).map(admit => admit())
    await service.release(admissions.flatMap(({ waiting }) => waiting))
    if (service.faults.strikes('loseAnswer')) context.env.incoming.socket.destroy()
    return admissions.map(({ answer }) => answer)
  }

  function check({ destination, headers, body, queue }: Publish, callerIp: string) {
    requireDestination(destination)
    if (queue !== undefined) requireQueueName(queue)
    const settings = readSettings(headers)
    const key = deduplicationKey(settings, destination, body)
    return (): { answer: PublishAnswer; waiting: Waiting[] } => {
      const now = service.clock.now()
      const known = key === undefined ? undefined : service.deduplication.find(key, now)
      if (known !== undefined)
        return { answer: { messageId: known, url: destination, deduplicated: true }, waiting: [] }
      const message = newMessage({ url: destination, settings, body, callerIp, now, queue })
      const { id } = message.definition
      if (key !== undefined) service.deduplication.note(key, id, now)
      return { answer: { messageId: id, url: destination }, waiting: service.delivery.admit(message) }
    }
  }

  /** The publish that the request itself is. */
  async function single(context: Context<Bindings>, path: RegExp) {
    const { incoming } = context.env
    const { raw = '', queue } = path.exec(incoming.url ?? '')?.groups ?? {}
    const { destination, query } = splitDestination(raw)
    const headers = { ...query, ...plainHeaders(incoming.headers) }
    const body = new Uint8Array(await context.req.arrayBuffer())
    const [answer] = await publish(context, [{ destination, headers, body, queue }])
    return context.json(answer, answer?.deduplicated ? 202 : 200)
  }

  return new Hono<Bindings>()
    .post('/publish/*', context => single(context, /^\/v2\/publish\/(?<raw>.*)$/))
    .post('/enqueue/*', context => single(context, /^\/v2\/enqueue\/(?<queue>[^/]+)\/(?<raw>.*)$/))
    .post('/batch', async context =>
      context.json(await publish(context, batchOf(await context.req.json().catch(() => undefined)))),
    )
}

/** @throws Refusal when it is no http(s) URL; a bare word would be the name of a URL group, of which there are none */
function requireDestination(destination: string): void {
  if (/^[\w-]+$/.test(destination))
    throw notFound(`url group ${destination} (this local QStash has no URL groups)`)
  requireUrl(destination, 'destination url')
}

/** The destination as it was written, without the parameters that are for us. */
function splitDestination(raw: string): { destination: string; query: Record<string, string> } {
  const [address = '', ...rest] = raw.split('?')
  const query: Record<string, string> = {}
  const kept = rest
    .join('?')
    .split('&')
    .filter(pair => {
      const [[name, value] = ['', '']] = new URLSearchParams(pair)
      const isOurs = name === 'qstash_token' || name.startsWith('upstash-')
      if (isOurs) query[name] = value
      return !isOurs
    })
    .join('&')
  return { destination: kept === '' ? address : `${address}?${kept}`, query }
}

/** The headers of a request by lower-case name. */
export const plainHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]))
