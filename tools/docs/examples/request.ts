import type { Route } from '../../../src/shared/http/route.ts'

export type Documented = Route<never, never>

/** A request of the story. Paths take their sids from the scene. */
export type Asked = {
  /** The secret of who calls; the administrator's unless said otherwise, and nobody's when null. */
  as?: string | null
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Sent as it is when it is a blob, and as JSON otherwise. */
  body?: unknown
  /** What is shown of a body that is no JSON. */
  shownBody?: string
  /** What the example shows, when the operation's own summary does not say it. */
  summary?: string
  /** The name of the example, `success` unless said otherwise; null for what the story needs and nobody has to read. */
  name?: string | null
}

type Caller = { baseUrl: string; secret: string | null }

/** Sends a request, and gives out its answer with when it was sent and answered, in ms since 1970. */
export async function sendRequest({ method }: Documented, path: string, asked: Asked, caller: Caller) {
  const url = new URL(path, caller.baseUrl)
  url.search = new URLSearchParams(asked.query).toString()
  const from = Date.now()
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      connection: 'close',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      ...(caller.secret !== null && { authorization: `Bearer ${caller.secret}` }),
      ...(asked.body !== undefined && { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    body: asked.body instanceof Blob ? asked.body : (JSON.stringify(asked.body) ?? null),
  })
  const raw = await response.text()
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
  const body = mediaType.endsWith('json') ? JSON.parse(raw) : raw
  return { status: response.status, mediaType, raw, body, from, to: Date.now() }
}

/** The path of an operation with sids in their places. @throws Error when one is missing */
export const pathOf = ({ path }: Documented, places: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const place = places[name]
    if (place === undefined) throw new Error(`${path} needs ${name}.`)
    return place
  })
