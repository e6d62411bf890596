// Bundles that are made to be expensive: time is linear in the length, and memory is bounded before it is allocated.

import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { forEachRecord, maxFieldLength, maxFields } from '../../../src/proctoring/roster/records.ts'
import { Problem } from '../../../src/shared/problems/problem.ts'
import { cpuMillisecondsOf, leastCpuMillisecondsOf } from '../../support/cpu.ts'
import { bundle, zipOf } from '../../support/one-roster.ts'
import { errorsOf, readRoster, refusal, refusalOf, today } from '../../support/roster.ts'
import { isExhaustive, rounds } from '../../support/rounds.ts'

const MiB = 1024 * 1024

const recordsOf = (text: string) => {
  const records: { fields: string[]; line: number }[] = []
  const fault = forEachRecord(text, (fields, line) => records.push({ fields, line }) > 0)
  return { records, fault }
}

const courses = (text: string) =>
  bundle({ courses: [] }, { files: { 'courses.csv': `sourcedId,title\n${text}` } })

/** Reads a bundle that can have too many errors to be read completely. */
function readOrRefuse(zip: Uint8Array): void {
  try {
    readRoster(zip, today)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/** Texts that are expensive for a parser with lookahead, backtracking or recovery; each of about `length` characters. */
const hostile: [string, (length: number) => string][] = [
  ['malformed quotes before much white space', n => `"${'"x'.repeat(n / 4)}${' '.repeat(n / 2)},`],
  ['malformed quotes alone', n => `"${'"x'.repeat(n / 2)}`],
  ['doubled quotes without an end', n => `"${'""'.repeat(n / 2)}`],
  ['quotes and line ends', n => '"\n'.repeat(n / 2)],
  ['quotes in unquoted fields', n => 'a"b,'.repeat(n / 4)],
  ['white space after closing quotes', n => `"a"${' '.repeat(98)}\n`.repeat(n / 102)],
  ['white space after one closing quote', n => `"a"${' '.repeat(n)}x`],
  ['one field', n => 'x'.repeat(n)],
  ['one record', n => ','.repeat(n)],
  ['empty lines', n => '\n'.repeat(n)],
  ['records of one field', n => 'a\n'.repeat(Math.min(n / 2, 250_000))],
]

/** `npm test` reads up to a quarter of a MiB, which takes a quadratic parser seconds, too. */
const lengths = rounds({ quick: [MiB / 32], all: [MiB / 32, MiB / 2] })

describe('a hostile CSV file', () => {
  test.each(hostile)('of %s takes time in proportion to its length', (_, textOf) => {
    // The best of three, in CPU time; 8 times the text can take 24 times as long, where a quadratic parser takes 64 times.
    const best = (length: number, enough = 0) => {
      const text = textOf(length)
      return leastCpuMillisecondsOf(() => forEachRecord(text, () => true), enough)
    }
    // Short texts first, so that a quadratic parser fails within seconds.
    for (const length of lengths) {
      const most = 24 * Math.max(best(length), 5)
      expect(best(8 * length, most)).toBeLessThan(most)
    }
    expect(leastCpuMillisecondsOf(() => readOrRefuse(courses(textOf(MiB))), 1000)).toBeLessThan(1000)
  })

  test('of malformed quotes allocates no memory for each of them', () => {
    const zip = courses(`"${'"x'.repeat(9 * MiB)}`)
    expect(zip.length).toBeLessThan(50_000)
    const before = process.memoryUsage().heapUsed
    const roster = readRoster(zip, today)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MiB)
    expect(roster.errors).toMatchObject({ total: 1, listed: [{ line: 2, code: 'malformed_csv' }] })
  })

  test(`can have fields of ${maxFieldLength} characters and no longer ones`, () => {
    const long = 'x'.repeat(maxFieldLength)
    const quotes = '""'.repeat(maxFieldLength)
    expect(recordsOf(`${long}\n"${long}"\n"${quotes}"\n`).records).toHaveLength(3)
    for (const field of [`${long}x`, `"${long}x"`, `"${quotes}""`, `"${quotes}x"`, `"${quotes}`])
      expect(recordsOf(`a\nb,${field}\nc`), field.slice(0, 4)).toMatchObject({
        records: [{ line: 1 }],
        fault: { line: 2 },
      })
    expect(errorsOf(courses(`c1,${long}x\nc2,a\n`))).toEqual(['courses.csv:2 too_big'])
  })

  test(`can have ${maxFields} fields in a record and no more`, () => {
    const commas = ','.repeat(maxFields - 1)
    expect(recordsOf(`a${commas}\nb${commas}`).records).toHaveLength(2)
    expect(recordsOf(`a${commas},`)).toMatchObject({ records: [], fault: { line: 1, code: 'too_big' } })
    expect(errorsOf(courses(`c1,a\nc2${commas},\n`))).toEqual(['courses.csv:3 too_big'])
  })

  test('shares the limit of 300,000 records with the other files of the bundle', () => {
    const rows = (count: number) =>
      ['sourcedId,title', ...Array.from({ length: count - 1 }, (_, n) => `c${n},b`), ''].join('\n')
    const files = (count: number) => ({ 'manifest.csv': undefined, 'courses.csv': rows(count) })
    const classes = 'sourcedId,title,courseSourcedId\n'
    const of = (count: number) => bundle({}, { files: { ...files(count), 'classes.csv': classes } })
    if (isExhaustive) expect(readRoster(of(299_999), today).courses).toHaveLength(299_998)
    expect(refusalOf(of(300_000))).toEqual(refusal('body', 'too_many_records'))
  })
})

describe('a zip with a false directory', () => {
  /** The zip with 32-bit numbers of a file's central directory entry replaced, by their offset in it. */
  const patched = (zip: Uint8Array, name: string, numbers: Record<number, number>) => {
    const copy = zip.slice()
    const at = Buffer.from(copy).lastIndexOf(name) - 46
    const view = new DataView(copy.buffer)
    for (const [offset, value] of Object.entries(numbers)) view.setUint32(at + Number(offset), value, true)
    return copy
  }

  test('that understates the size of all its files is refused before anything is allocated', () => {
    const zip = zipOf({ 'users.csv': 'a', 'courses.csv': 'b' })
    for (const bytes of [20 * MiB, 0xffff_ffff]) {
      const before = process.memoryUsage().arrayBuffers
      expect(refusalOf(patched(zip, 'users.csv', { 24: bytes }))).toEqual(refusal('body', 'too_big'))
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MiB)
    }
  })

  test('in which all files are the same bytes unpacks no more than it declares', () => {
    const zeros = new Uint8Array(12 * MiB)
    const zip = zipOf({ 'users.csv': zeros, 'courses.csv': 'b' })
    const entry = new DataView(zip.buffer, Buffer.from(zip).lastIndexOf('users.csv') - 46)
    const same = Object.fromEntries([16, 20, 24, 42].map(offset => [offset, entry.getUint32(offset, true)]))
    expect(refusalOf(patched(zip, 'courses.csv', same))).toEqual(refusal('body', 'too_big'))
  })
})

test('well-formed CSV is read as by Papa Parse', () => {
  const plain = fc.stringMatching(/^[^",\r\n]{0,8}$/)
  const quoted = fc
    .array(fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '\t'), { maxLength: 8 })
    .map(parts => `"${parts.join('').replaceAll('"', '""')}"`)
  const spaced = fc.tuple(quoted, fc.constantFrom('', ' ', '\t ')).map(parts => parts.join(''))
  const field = fc.oneof(plain, spaced, fc.constant('a"b'))
  const record = fc.array(field, { minLength: 1, maxLength: 5 }).map(fields => fields.join(','))
  const line = fc.tuple(record, fc.constantFrom('\n', '\r\n')).map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.constantFrom('', '"last"', 'a,b'), (lines, last) => {
      const text = lines.join('') + last
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' })
      expect(errors.filter(({ type }) => type === 'Quotes')).toEqual([])
      const blank = (fields: string[]) => fields.every(value => value.trim() === '')
      const { records, fault } = recordsOf(text)
      expect(fault).toBeUndefined()
      expect(records.map(({ fields }) => fields)).toEqual(data.filter(fields => !blank(fields)))
    }),
    { numRuns: rounds({ quick: 400, all: 2000 }) },
  )
})

test.each(['a,"last" ', 'a,"last"\t', 'a,"last"\r'])(
  'white space can follow the last quoted field: %j',
  text => {
    const { records, fault } = recordsOf(text)
    expect(fault).toBeUndefined()
    expect(records.map(({ fields }) => fields)).toEqual([['a', 'last']])
  },
)

test('a cell of more than 100 ids is one error, and costs no more than its length', () => {
  const header = 'sourcedId,title,courseSourcedId,termSourcedIds\n'
  const row = (n: number) => `c${n},Biology,course,"${'\0,'.repeat(32_000)}"\n`
  const text = header + Array.from({ length: 280 }, (_, n) => row(n)).join('')
  const zip = bundle({ classes: [] }, { files: { 'classes.csv': text } })
  let total = 0
  const spent = cpuMillisecondsOf(() => {
    total = readRoster(zip, today).errors.total
  })
  expect(total).toBe(280)
  expect(spent).toBeLessThan(5000)
})

test('a bundle of more than 100,000 errors is refused, and is not read further', () => {
  const text = `sourcedId,title\n${',\n'.repeat(150_000)}`
  const zip = bundle({ courses: [] }, { files: { 'courses.csv': text.replaceAll('\n,', '\n!,') } })
  expect(() => readRoster(zip, today)).toThrow('More than 100000 errors')
})
