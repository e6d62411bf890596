import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { newMessage } from '../message.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { readSettings, requireUrl } from '../settings.ts'
import type { Waiting } from '../waiting.ts'
import { batchOf, type Publish } from './batch.ts'

type Bindings = { Bindings: HttpBindings }

type Published = { messageId: string; url: string; deduplicated?: true }

type Admission = { published: Published; waiting: Waiting[] }

/** `POST /v2/publish/{destination}` and `POST /v2/batch`. */
export function publishApi(service: Service): Hono<Bindings> {
  /** Checks all publishes, then stores all messages, and dispatches them once they are committed. */
  async function publish(context: Context<Bindings>, publishes: Publish[]): Promise<Published[]> {
    if (service.faults.occurs('failPublish')) throw new Refusal(500, 'internal error (injected)')
    const callerIp = context.env.incoming.socket.remoteAddress ?? ''
    const admissions = publishes.map(one => check(one, callerIp)).map(admit => admit())
    await service.dispatch(admissions.flatMap(({ waiting }) => waiting))
    if (service.faults.occurs('loseResponse')) context.env.incoming.socket.destroy()
    return admissions.map(({ published }) => published)
  }

  /** Checks a publish, and returns the function that stores its message. */
  function check({ destination: url, headers, body }: Publish, callerIp: string): () => Admission {
    requireUrl(url, 'destination url')
    const { deduplicationId, ...settings } = readSettings(headers)
    return () => {
      const now = service.clock.now()
      const original = deduplicationId && service.deduplication.find(deduplicationId, now)
      if (original) return { published: { messageId: original, url, deduplicated: true }, waiting: [] }
      const message = newMessage({ url, settings, body, callerIp, now })
      const { id: messageId } = message.definition
      if (deduplicationId) service.deduplication.add(deduplicationId, messageId, now)
      return { published: { messageId, url }, waiting: [service.delivery.admit(message)] }
    }
  }

  return new Hono<Bindings>()
    .post('/publish/*', async context => {
      const { incoming } = context.env
      // The destination exactly as it was written, which the parsed URL would normalize.
      const destination = (incoming.url ?? '').replace(/^\/v2\/publish\//, '')
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value = '']) => [name, String(value)]),
      )
      const body = new Uint8Array(await context.req.arrayBuffer())
      const [published] = await publish(context, [{ destination, headers, body }])
      return context.json(published, published?.deduplicated ? 202 : 200)
    })
    .post('/batch', async context =>
      context.json(await publish(context, batchOf(await context.req.json().catch(() => undefined)))),
    )
}
