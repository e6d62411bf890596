import { type Client, createClient } from '../../src/client/index.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { Answer } from './answer.ts'
import { conforms } from './conformance.ts'

export { Answer }

const toBody = (body: unknown) =>
  body === undefined ? null : typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)

type CallOptions = { body?: unknown; headers?: Record<string, string> }

/** Calls the stack and checks the response against the OpenAPI document. Texts and blobs are sent unchanged, anything else as JSON. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

// No keep-alive: the runtime closes idle connections, and a request on a closing connection is lost.
const headersOfAll = { connection: 'close' }

/** A caller with the secret in the header `token`; without a credential if there is none. */
export const callerOf =
  ({ baseUrl }: Pick<Stack, 'baseUrl'>, secret?: string): Call =>
  async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(new URL(path, baseUrl), {
      method: method.toUpperCase(),
      headers: {
        ...headersOfAll,
        ...(secret !== undefined && { token: secret }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: toBody(body),
    })
    const answer = new Answer(response, await response.text())
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
    ...{ baseUrl, installSid, token: secret, headers: headersOfAll, retries: 0 },
    async fetch(url, init) {
      const response = await fetch(url, init)
      const answer = new Answer(response, await response.clone().text())
      conforms(init.method ?? 'GET', url.pathname, answer)
      return response
    },
  })
