// The rest of a body that is read after the response. test/integration/shared/unread-body.test.ts has the connection.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lingerBounds, lingering } from '../../../src/shared/http/unread-body.ts'

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

const textOf = (body: string | ReadableStream<Uint8Array>) => new Response(body).text()

test('the rest is read, and the response ends with it', async () => {
  const { request, read } = sending(25)
  expect(await textOf(lingering(request, 'refused'))).toBe('refused')
  expect(read).toEqual({ parts: 25, cancelled: false })
})

test('an endless rest is abandoned at the limit', async () => {
  const { request, read } = sending(Number.POSITIVE_INFINITY)
  expect(await textOf(lingering(request, 'refused'))).toBe('refused')
  expect(read).toEqual({ parts: lingerBounds.maxBytes / mebibyte.length + 1, cancelled: true })
})

test('a rest that does not arrive delays the end of the response up to the time limit, but not its text', async () => {
  vi.useFakeTimers()
  const body = new ReadableStream()
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' })
  const reader = (lingering(request, 'refused') as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('refused')
  const end = reader.read()
  await vi.advanceTimersByTimeAsync(lingerBounds.withinMs)
  expect(await end).toEqual({ done: true, value: undefined })
})

test('a small body is left to the runtime', () => {
  expect(lingering(sending(1, { 'content-length': '65536' }).request, 'refused')).toBe('refused')
})
