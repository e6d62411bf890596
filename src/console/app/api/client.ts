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
import { isUnattended } from './activity.ts'
import { takeEarly } from './early-answers.ts'
import { keptRecords } from './kept.ts'
import { unsettledChanges } from './unsettled.ts'

const kept = keptRecords()
const sendChange = unsettledChanges()

/** A 401 of these codes is about what was entered, not about the session. */
const ofEntry: ReadonlySet<unknown> = new Set(['invalid_credentials', 'code_invalid', 'mfa_token_invalid'])

async function isOfSession(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return !(typeof problem === 'object' && problem && 'code' in problem && ofEntry.has(problem.code))
}

/** The number of sign-ins on this page. */
let signIns = 0

/** Notes that the session is another one from now on. */
export const noteSignIn = (): void => {
  signIns += 1
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  const signInsBefore = signIns
  const { href } = url
  const known = init.method === 'GET' ? kept.get(href) : undefined
  const headers = new Headers(init.headers)
  if (isUnattended()) headers.set('x-background', 'true')
  if (known) headers.set('if-none-match', known.etag)
  const request = { ...init, headers, cache: 'no-store' as const }
  const response =
    (init.method === 'GET' && (await takeEarly(href))) ||
    (await sendChange(url, request, () => fetch(url, request)))
  // The response to a request from before the last sign-in is not about the current session.
  if (signIns === signInsBefore && (await isOfSession(response))) onSignInNeeded()
  if (known && response.status === 304) return new Response(known.body, { headers: known.headers })
  const etag = response.headers.get('etag')
  if (init.method === 'GET' && response.ok && etag) {
    const body = await response.clone().text()
    kept.keep(href, { etag, body, headers: response.headers })
  }
  return response
}

/** The header that lets a change fail if the record was changed since it was read. @param path the address of the record */
export function ifUnchanged(path: string): Record<string, string> {
  const etag = kept.etagOf(location.origin + path)
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
