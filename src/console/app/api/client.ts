// The API as the console calls it: with the session cookie, which scripts cannot read.

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  ApiProblem,
  createClient,
  type Given,
  type PathOf,
  type RequestOf,
  type ResponseOf,
} from '../../../client/index.ts'

/** The entity tags of the records that were read, by address. */
const etags = new Map<string, string>()

/** A 401 of these is about what was entered, not about the session. */
const isSignIn = (path: string) => /^\/api\/auth\/(?:login|mfa|setup|reset-password)/.test(path)

async function send(url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, cache: 'no-store' })
  const etag = response.headers.get('etag')
  if (init.method === 'GET' && response.ok && etag) etags.set(url.pathname, etag)
  if (response.status === 401 && !isSignIn(url.pathname)) onSignInNeeded()
  return response
}

/** The header that lets a change fail if the record was changed since it was read. @param path the address of the record */
export function ifUnchanged(path: string): Record<string, string> {
  const etag = etags.get(path)
  return etag === undefined ? {} : { 'if-match': etag }
}

let onSignInNeeded = (): void => {}

/** Registers what happens when a request needs a sign-in: the session has ended, or is too old for it. */
export function whenSignInNeeded(handler: () => void): void {
  onSignInNeeded = handler
}

/** Asks the operator to sign in again. */
export const askForSignIn = (): void => onSignInNeeded()

export const api = createClient({ baseUrl: location.origin, fetch: send })

/** A read as a query: what is shown of it is current again after each change. */
export const read = <At extends PathOf<'get'>>(path: At, ...given: Given<RequestOf<'get', At, never>>) =>
  queryOptions({
    queryKey: [path, ...given],
    queryFn: ({ signal }) => {
      const request = [{ ...given[0], signal }] as unknown as typeof given
      return api.get(path, ...request) as Promise<ResponseOf<'get', At>>
    },
  })

/** Whether a request may succeed when it is sent again: the service was unreachable or overloaded. */
export const mayRetry = (count: number, error: unknown): boolean =>
  count < 2 && !(error instanceof ApiProblem && error.status < 500)

/** Reads what is shown again. */
export const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries()
