import { expect, test } from 'vitest'
import * as z from 'zod'
import { readBody, readBytes } from '../../../src/shared/http/body.ts'
import { leastCpuMillisecondsOfAwaited } from '../../support/cpu.ts'

const bounds = { maxBytes: 1000, withinMs: 60_000 }

const sending = (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  new Request('http://any', { method: 'POST', body, duplex: 'half' })

/** A body without an announced length, in parts of 100 bytes, and the number of parts that were read. */
function source(parts: number) {
  const asked = { parts: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (asked.parts === parts) return controller.close()
        asked.parts += 1
        controller.enqueue(new Uint8Array(100).fill(asked.parts))
      },
      cancel() {
        asked.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { asked, request: sending(body) }
}

test('a chunked body is read up to the limit', async () => {
  const bytes = await readBytes(source(10).request, bounds)
  expect(bytes).toEqual(new Uint8Array(1000).map((_, at) => 1 + Math.floor(at / 100)))
})

test('an endless body is abandoned at the limit', async () => {
  const { asked, request } = source(Number.POSITIVE_INFINITY)
  await expect(readBytes(request, bounds)).rejects.toMatchObject({ code: 'body_too_large' })
  expect(asked).toEqual({ parts: 11, cancelled: true })
})

test('a body that is announced as too large is not read', async () => {
  const { asked, request } = source(1)
  request.headers.set('content-length', '1001')
  await expect(readBytes(request, bounds)).rejects.toMatchObject({ code: 'body_too_large' })
  expect(asked.parts).toBe(0)
})

test('a chunked body is limited by its actual length, whatever length it announces', async () => {
  const { asked, request } = source(Number.POSITIVE_INFINITY)
  request.headers.set('content-length', '5')
  request.headers.set('transfer-encoding', 'chunked')
  await expect(readBytes(request, bounds)).rejects.toMatchObject({ code: 'body_too_large' })
  expect(asked).toEqual({ parts: 11, cancelled: true })
})

test('a body that stalls is abandoned at its time limit', async () => {
  let cancelled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: controller => controller.enqueue(new Uint8Array(1)),
    cancel() {
      cancelled = true
    },
  })
  const reading = readBytes(sending(body), { ...bounds, withinMs: 20 })
  await expect(reading).rejects.toMatchObject({ code: 'body_too_slow' })
  expect(cancelled).toBe(true)
})

test('a body that stalls before its announced length is abandoned at its time limit', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: controller => controller.enqueue(new Uint8Array(1)),
  })
  const request = sending(body)
  request.headers.set('content-length', '2')
  await expect(readBytes(request, { ...bounds, withinMs: 20 })).rejects.toMatchObject({
    code: 'body_too_slow',
  })
})

const post = (body: string) =>
  new Request('http://any', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
const callers = ['credential'] as const
const read = (body: string) => readBody({ body: z.json(), callers }, post(body))

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels - 1) + '{}'.padEnd(levels + 1, '}')

test.each([lists, objects])('a body of 100 levels is read, and one of 101 is refused: %o', async nest => {
  expect(await read(nest(100))).toMatchObject({ success: true })
  for (const levels of [101, 100_000])
    expect(await read(nest(levels))).toMatchObject({ error: { code: 'invalid_request' } })
})

test('brackets in a string are not levels, with any escapes', async () => {
  const text = JSON.stringify({ a: `${'['.repeat(200)}"\\"${'{'.repeat(200)}`, b: lists(50) })
  expect(await read(text)).toMatchObject({ success: true, data: JSON.parse(text) })
})

test('a MiB of opening brackets is refused at once', async () => {
  const refuse = async () =>
    expect(await read('['.repeat(1024 * 1024))).toMatchObject({ error: { code: 'invalid_request' } })
  expect(await leastCpuMillisecondsOfAwaited(refuse, 200)).toBeLessThan(200)
})

test('a body of nested brackets is refused at negligible cost', async () => {
  const bomb = '[{"a":'.repeat(170_000)
  const readAll = async () => {
    for (let times = 0; times < 20; times++) await read(bomb)
  }
  expect(await leastCpuMillisecondsOfAwaited(readAll, 20 * 50)).toBeLessThan(20 * 50)
})

test('a route without a credential accepts 64 KiB of JSON, any other 1 MiB', async () => {
  const of = (bytes: number) => post(`"${'x'.repeat(bytes - 2)}"`)
  const body = z.string()
  expect((await readBody({ body }, of(64 * 1024))).success).toBe(true)
  await expect(readBody({ body }, of(64 * 1024 + 1))).rejects.toThrow('64 KiB')
  expect((await readBody({ body, callers }, of(1024 * 1024))).success).toBe(true)
  await expect(readBody({ body, callers }, of(1024 * 1024 + 1))).rejects.toThrow('1 MiB')
})

test('a route without a body does not read it', async () => {
  const request = post('[')
  expect(await readBody({}, request)).toEqual({ success: true, data: undefined })
  expect(request.bodyUsed).toBe(false)
})
