import { type Client, createClient } from '../../src/client/index.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { Answer } from './answer.ts'
import { conforms } from './conformance.ts'
import { exchange } from './exchange.ts'

export { Answer }

const toBody = (body: unknown) =>
  body === undefined ? null : typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)

type CallOptions = { body?: unknown; headers?: Record<string, string> }

/** Calls the stack and checks the response against the OpenAPI document. Texts and blobs are sent unchanged, anything else as JSON. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** A caller with the secret in the header `token`; without a credential if there is none. */
export const callerOf =
  ({ baseUrl }: Pick<Stack, 'baseUrl'>, secret?: string): Call =>
  async (method, path, { body, headers = {} } = {}) => {
    const received = await exchange(new URL(path, baseUrl), {
      method: method.toUpperCase(),
      headers: new Headers({
        ...(secret !== undefined && { token: secret }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }),
      body: toBody(body),
    })
    const answer = new Answer(received, received.raw)
    conforms(method, path, answer)
    return answer
  }

/** The typed client for requests that must be granted, in the caller's install. Checks its responses, too. */
export const clientOf = (
  { baseUrl }: Pick<Stack, 'baseUrl'>,
  secret: string,
  installSid: string,
): Client<'installSid'> =>
  createClient({
    ...{ baseUrl, installSid, token: secret, retries: 0 },
    async fetch(url, { method = 'GET', headers, body }) {
      const received = await exchange(url, {
        method,
        headers: new Headers(headers),
        body: toBody(body ?? undefined),
      })
      conforms(method, url.pathname, new Answer(received, received.raw))
      return new Response(received.raw === '' ? null : received.raw, received)
    },
  })
