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
  /** Waits for the first verified event that matches. @throws Error after the timeout */
  event(matches: (event: WebhookEvent) => boolean): Promise<WebhookEvent>
  /** Returns the error code of the first delivery with one changed character, or undefined if it verifies. */
  verifyTampered(): Promise<WebhookVerificationCode | undefined>
  close(): void
}

type Delivery = { body: string; headers: Headers; event: WebhookEvent }

const timeoutMs = 60_000
const pollIntervalMs = 50

/** Starts a webhook receiver on a free port of 127.0.0.1. The caller closes it. */
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
    async event(matches) {
      for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollIntervalMs) {
        const event = received.map(delivery => delivery.event).find(matches)
        if (event) return event
        await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
      }
      throw new Error(`expected a delivery within ${timeoutMs / 1000} s`)
    },
    async verifyTampered() {
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
