// Builds the URL, headers and body of a request for fetch.

type Value = string | number | boolean | Date

/** A request without its operation's types, which operations.ts checks. */
export type ClientRequest = {
  params?: Record<string, string | undefined>
  query?: Record<string, Value | readonly Value[] | undefined>
  body?: unknown
  mediaType?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number | undefined
  idempotencyKey?: string
}

/** Returns the URL of an operation. @throws TypeError when a path parameter is missing, or would change the path */
export function urlOf(baseUrl: string, path: string, { params = {}, query = {} }: ClientRequest): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${name} of ${path} is missing`)
    if (['', '.', '..'].includes(value)) throw new TypeError(`${name} of ${path} is no value of a path`)
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled)
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) if (value !== undefined) url.searchParams.append(name, toText(value))
  return url
}

const toText = (value: Value): string => (value instanceof Date ? value.toISOString() : String(value))

/** Returns the encoded body of a request and its `content-type`. */
export function bodyOf({ body, mediaType }: ClientRequest): {
  body?: RequestInit['body']
  headers: Record<string, string>
} {
  if (body === undefined) return { headers: {} }
  if (body instanceof Uint8Array || body instanceof Blob)
    return {
      body: body as NonNullable<RequestInit['body']>,
      headers: { 'content-type': mediaType ?? 'application/octet-stream' },
    }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
