import http from 'node:http'
import https from 'node:https'
import type { Method } from './message.ts'

export type Attempt = {
  url: string
  method: Method
  headers: Record<string, string>
  body: Uint8Array
  timeoutMs: number
}

/** How an attempt ended. Status 0 with an error: there was no answer, or not in time. */
export type Outcome = {
  status: number
  headers: Record<string, string[]>
  body: Buffer
  error?: string
}

export type Sender = {
  send(attempt: Attempt): Promise<Outcome>
  /** Cuts every connection: what is under way ends as an error. */
  close(): void
}

/** What is kept of an answer, in bytes; a callback is cut to the size of a message as well. */
const largestAnswer = 1 << 20

const noBytes = Buffer.alloc(0)

/** Sends over connections that are kept: node:http does three times the requests of `fetch` on the same core. */
export function openSender(): Sender {
  const plain = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: 'lifo' })
  const secure = new https.Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    scheduling: 'lifo',
  })

  let closed = false

  function once(attempt: Attempt): Promise<Outcome & { stale?: boolean }> {
    const { url, method, headers, body, timeoutMs } = attempt
    const { promise, resolve } = Promise.withResolvers<Outcome & { stale?: boolean }>()
    const [client, agent] = url.startsWith('https:') ? [https, secure] : [http, plain]
    const request = client.request(new URL(url), { method, headers, agent })
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    const end = (outcome: Outcome & { stale?: boolean }) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    request.on('error', error => {
      // A server may close a kept connection at the moment that it is used again, and never see the request.
      const stale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      end({ status: 0, headers: {}, body: noBytes, error: error.message || 'connection failed', stale })
    })
    request.on('response', response => {
      const { statusCode = 0, headersDistinct } = response
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        if (size < largestAnswer) chunks.push(chunk.subarray(0, largestAnswer - size))
        size += chunk.length
      })
      response.on('error', error => end({ status: 0, headers: {}, body: noBytes, error: error.message }))
      response.on('end', () => {
        const known = Object.entries(headersDistinct).map(([name, values]) => [name, values ?? []])
        end({ status: statusCode, headers: Object.fromEntries(known), body: Buffer.concat(chunks) })
      })
    })
    request.end(body)
    return promise
  }

  return {
    async send(attempt) {
      if (closed) return { status: 0, headers: {}, body: noBytes, error: 'closed' }
      try {
        const { stale, ...outcome } = await once(attempt)
        return stale && !closed ? await once(attempt) : outcome
      } catch (error) {
        // What node:http refuses to send at all, such as a header that it cannot write.
        return { status: 0, headers: {}, body: noBytes, error: String(error) }
      }
    },
    close() {
      closed = true
      plain.destroy()
      secure.destroy()
    },
  }
}
