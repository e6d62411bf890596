// The header `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/, section 3.2).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTraceparent, spanOf, toTraceparent } from '../../src/shared/logging/trace.ts'

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map(digits => digits.join(''))
const id = (length: number) => hex(length).filter(text => !/^0+$/.test(text))
const parts = fc.record({ traceId: id(32), spanId: id(16), flags: hex(2) })
const sample = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('every traceparent is parsed into its ids and its known flags', () => {
  fc.assert(
    fc.property(parts, ({ traceId, spanId, flags }) => {
      expect(parseTraceparent(`00-${traceId}-${spanId}-${flags}`)).toEqual({
        ...{ traceId, spanId },
        flags: Number.parseInt(flags, 16) % 4,
      })
    }),
  )
})

test('a later version can have more fields; version 00 cannot', () => {
  const version = hex(2).filter(text => text !== '00' && text !== 'ff')
  fc.assert(
    fc.property(parts, version, fc.string(), ({ traceId, spanId, flags }, later, more) => {
      const known = `${traceId}-${spanId}-${flags}`
      expect(parseTraceparent(`${later}-${known}`)?.traceId).toBe(traceId)
      expect(
        parseTraceparent(`${later}-${known}-${more.replaceAll(/[\n\r\u2028\u2029]/g, '')}`)?.traceId,
      ).toBe(traceId)
      expect(parseTraceparent(`${later}-${known}.${more}`)).toBeUndefined()
      expect(parseTraceparent(`00-${known}-${more}`)).toBeUndefined()
    }),
  )
})

test('a header with one changed character is either changed in an id or a flag, or is not parsed', () => {
  fc.assert(
    fc.property(fc.nat(sample.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = sample.slice(0, at) + character + sample.slice(at + 1)
      const read = parseTraceparent(changed)
      const isWellFormed = /^(?!ff)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(changed)
      expect(read !== undefined).toBe(isWellFormed)
    }),
    { numRuns: 2000 },
  )
})

describe('no traceparent is parsed from', () => {
  const [, traceId, spanId] = sample.split('-')
  test.each([
    '',
    sample.toUpperCase(),
    ` ${sample}`,
    `${sample}\n`,
    `${sample}, ${sample}`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}-${spanId}`,
  ])('%j', text => {
    expect(parseTraceparent(text)).toBeUndefined()
  })
})

test('a span keeps the trace and the flags of its parent, and has a new id', () => {
  fc.assert(
    fc.property(parts, ({ traceId, spanId, flags }) => {
      const header = `00-${traceId}-${spanId}-${flags}`
      const span = spanOf(header)
      expect(span).toMatchObject({ traceId, parentSpanId: spanId })
      expect(span.spanId).not.toBe(spanId)
      expect(parseTraceparent(toTraceparent(span))).toEqual({
        ...parseTraceparent(header),
        spanId: span.spanId,
      })
    }),
  )
})

test.each([undefined, null, '', 'nonsense'])('%j starts a new trace each time', header => {
  const [first, second] = [spanOf(header), spanOf(header)]
  expect(first.parentSpanId).toBeUndefined()
  expect(parseTraceparent(toTraceparent(first))).toMatchObject({ traceId: first.traceId, flags: 1 })
  expect(first.traceId).not.toBe(second.traceId)
})
