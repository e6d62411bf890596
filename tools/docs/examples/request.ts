import type { Route } from '../../../src/shared/http/route.ts'

export type Documented = Route<never, never>

/** The input of a request of the scenario. `params` overrides the variables of the recorder. */
export type RequestInput = {
  /** The secret of the caller, by default that of the administrator; null for a caller without one. */
  as?: string | null
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** A blob is sent unchanged, any other value as JSON. */
  body?: unknown
  /** What the example shows instead of a body that is not JSON. */
  shownBody?: string
  /** The summary of the example, by default that of the operation. */
  summary?: string
  /** The name of the example, by default `success`; null for a request that is no example. */
  name?: string | null
}

type Caller = { baseUrl: string; secret: string | null }

/** Sends a request. Returns its response with the times of both, in ms since 1970. */
export async function sendRequest({ method }: Documented, path: string, input: RequestInput, caller: Caller) {
  const url = new URL(path, caller.baseUrl)
  url.search = new URLSearchParams(input.query).toString()
  const from = Date.now()
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      connection: 'close',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      ...(caller.secret !== null && { authorization: `Bearer ${caller.secret}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...input.headers,
    },
    body: input.body instanceof Blob ? input.body : (JSON.stringify(input.body) ?? null),
  })
  const raw = await response.text()
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
  const body = mediaType.endsWith('json') ? JSON.parse(raw) : raw
  return { status: response.status, headers: response.headers, mediaType, raw, body, from, to: Date.now() }
}

/** The path of an operation with the sids of its parameters. @throws Error when one is missing */
export const pathOf = ({ path }: Documented, sids: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const sid = sids[name]
    if (sid === undefined) throw new Error(`${path} needs ${name}.`)
    return sid
  })
