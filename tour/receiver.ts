import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  verifyWebhook,
  type WebhookEvent,
  type WebhookVerificationCode,
  WebhookVerificationError,
} from '../src/verify/index.ts'

export type Receiver = {
  url: string
  secret: string
  /** The first event that fits, once it has come and its signature is verified. @throws Error when none comes in time */
  event(fits: (event: WebhookEvent) => boolean): Promise<WebhookEvent>
  /** Why a delivery is refused of which one character was changed. */
  refusalOfTampered(): Promise<WebhookVerificationCode | undefined>
  close(): void
}

type Delivery = { body: string; headers: Headers; event: WebhookEvent }

const patienceMs = 60_000
const pauseMs = 50

/** A webhook endpoint of its own on 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const secret = crypto.randomUUID()
  const received: Delivery[] = []
  const server = createServer(async (request, response) => {
    const headers = new Headers({ 'x-webhook-signature': String(request.headers['x-webhook-signature']) })
    try {
      const body = await text(request)
      received.push({ body, headers, event: await verifyWebhook(body, headers, secret) })
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    secret,
    async event(fits) {
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
        const event = received.map(delivery => delivery.event).find(fits)
        if (event) return event
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
      throw new Error(`expected a delivery within ${patienceMs / 1000} s`)
    },
    async refusalOfTampered() {
      const [first] = received
      if (!first) return undefined
      const tampered = verifyWebhook(first.body.replace('"', "'"), first.headers, secret)
      return await tampered.then(
        () => undefined,
        (error: unknown) => (error instanceof WebhookVerificationError ? error.code : undefined),
      )
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
