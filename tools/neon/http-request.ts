// Reads HTTP/1.1 requests in the form that workerd and Neon's driver send: `POST /sql`, with the length of the body.

/** A request that is refused. Its connection is closed if the request could not be read. */
export class RequestError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The names of the headers are in lower case. */
export type HttpRequest = { headers: ReadonlyMap<string, string>; body: Buffer }

type Head = { headers: Map<string, string>; bodyAt: number; end: number }

const maxHeadBytes = 16 * 1024
const maxBodyBytes = 64 * 1024 * 1024 // the limit of Neon

/**
 * Creates a reader for one connection. It takes each chunk that arrives, and returns the request that the chunk
 * completes.
 * @throws RequestError when the bytes are not such a request. The reader cannot be used afterwards.
 */
export function requestReader(): (chunk: Buffer) => HttpRequest | undefined {
  let chunks: Buffer[] = []
  let size = 0
  let head: Head | undefined

  return chunk => {
    chunks.push(chunk)
    size += chunk.length
    if (head && size < head.end) return undefined
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, size)
    chunks = [bytes]
    head ??= headOf(bytes)
    if (!head || size < head.end) return undefined
    if (size > head.end)
      throw new RequestError(400, 'a request must wait for the response to the previous one')
    const { headers, bodyAt, end } = head
    chunks = []
    size = 0
    head = undefined
    return { headers, body: bytes.subarray(bodyAt, end) }
  }
}

/** Parses the request line and the headers. Returns undefined while they are incomplete. */
function headOf(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end > maxHeadBytes || (end < 0 && bytes.length > maxHeadBytes))
    throw new RequestError(431, 'the headers are larger than 16 KiB')
  // Other protocols, such as TLS, have no end of the headers to wait for.
  if (end < 0 && !/^[A-Z]+( |$)/.test(bytes.toString('latin1', 0, 16))) throw notHttp()
  if (end < 0) return undefined
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  if (requestLine !== 'POST /sql HTTP/1.1') throw refusedLine(requestLine)
  const headers = headersOf(lines)
  const bodyAt = end + 4
  return { headers, bodyAt, end: bodyAt + bodyLength(headers) }
}

const notHttp = () => new RequestError(400, 'only HTTP/1.1 is served')

const refusedLine = (line: string) =>
  /^[A-Z]+ \S+ HTTP\/1\.1$/.test(line) ? new RequestError(404, 'only POST /sql is served') : notHttp()

const headerLine = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/

function headersOf(lines: string[]) {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) throw new RequestError(400, 'a header is malformed')
    const key = name.toLowerCase()
    if (headers.has(key)) throw new RequestError(400, `${key} occurs twice`)
    headers.set(key, value.trimEnd())
  }
  return headers
}

function bodyLength(headers: Map<string, string>) {
  if (headers.has('transfer-encoding')) throw new RequestError(411, 'a body needs Content-Length')
  if (headers.has('expect')) throw new RequestError(417, 'Expect is not served')
  const length = headers.get('content-length') ?? '0'
  if (!/^\d+$/.test(length)) throw new RequestError(400, 'Content-Length is not a number')
  if (Number(length) > maxBodyBytes) throw new RequestError(413, 'the request is larger than 64 MiB')
  return Number(length)
}
