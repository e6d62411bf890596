// The rest of a body that is read after the response. test/integration/shared/unread-body.test.ts has the connection.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lingerBounds, withUnread } from '../../../src/shared/http/unread-body.ts'

/** The stream of the Workers runtime, which this test does not need to count. */
class PassThrough extends TransformStream {
  constructor(_length: number) {
    super()
  }
}

beforeEach(() => {
  vi.stubGlobal('FixedLengthStream', PassThrough)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const mebibyte = new Uint8Array(1024 * 1024)

/** A request whose body has this number of mebibytes. */
function sending(mebibytes: number, headers: Record<string, string> = {}) {
  const read = { parts: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (read.parts === mebibytes) return controller.close()
        read.parts += 1
        controller.enqueue(mebibyte)
      },
      cancel() {
        read.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' })
  return { request, read }
}

const textOf = (body: string | ReadableStream | null) => new Response(body).text()

test.each([{}, { 'content-length': String(25 * mebibyte.length) }, { 'transfer-encoding': 'chunked' }])(
  'the rest of a body with %j is read, and the response ends with it',
  async headers => {
    const { request, read } = sending(25, headers)
    expect(await textOf(await withUnread(request, 'refused'))).toBe('refused')
    expect(read).toEqual({ parts: 25, cancelled: false })
  },
)

test('an endless rest is abandoned at the limit', async () => {
  const { request, read } = sending(Number.POSITIVE_INFINITY)
  expect(await textOf(await withUnread(request, 'refused'))).toBe('refused')
  expect(read).toEqual({ parts: lingerBounds.maxBytes / mebibyte.length + 1, cancelled: true })
})

test('a rest that does not arrive delays the end of the response up to the time limit, but not its text', async () => {
  vi.useFakeTimers()
  const body = new ReadableStream()
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' })
  const reader = ((await withUnread(request, 'refused')) as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('refused')
  const end = reader.read()
  await vi.advanceTimersByTimeAsync(lingerBounds.withinMs)
  expect(await end).toEqual({ done: true, value: undefined })
})

test('a small body is read before the response, which stays a text', async () => {
  const { request } = sending(1, { 'content-length': '65536' })
  expect(await withUnread(request, 'refused')).toBe('refused')
  expect(request.bodyUsed).toBe(true)
})

test('a body that the operation has read stays as it is, as does a response without a text', async () => {
  const { request } = sending(1)
  await request.arrayBuffer()
  expect(await withUnread(request, 'done')).toBe('done')
  expect(await withUnread(sending(1).request, null)).toBe(null)
})
