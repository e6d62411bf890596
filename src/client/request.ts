// From what is asked for to what fetch takes.

type Value = string | number | boolean | Date

/** What the types of operations.ts have checked. */
export type Asked = {
  params?: Record<string, string | undefined>
  query?: Record<string, Value | readonly Value[] | undefined>
  body?: unknown
  mediaType?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number | undefined
}

/** The address of an operation. @throws TypeError when a member of its path is not given */
export function urlOf(baseUrl: string, path: string, { params = {}, query = {} }: Asked): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${name} of ${path} is not given`)
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled)
  for (const [name, given] of Object.entries(query))
    for (const value of [given].flat()) if (value !== undefined) url.searchParams.append(name, written(value))
  return url
}

const written = (value: Value): string => (value instanceof Date ? value.toISOString() : String(value))

/** The body of a request and the header that says what it is. */
export function bodyOf({ body, mediaType }: Asked): {
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
