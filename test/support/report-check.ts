// Runs a report against its reference on random tenants.
import fc from 'fast-check'
import { expect } from 'vitest'
import { newSid, type Prefix } from '../../db/sid.ts'
import { type DataSet, dataSets } from './report-data.ts'
import type { Line, Query } from './report-facts.ts'
import { insertRows, type Rows, rowsOf } from './report-rows.ts'
import { rounds } from './rounds.ts'
import { makeWorld, type World } from './world.ts'

export type Given = { world: World; rows: Rows }
/** Filters whose values depend on the rows of the report. */
export type Choice = (rows: Rows) => Query

/** A new tenant with the data set. */
export async function makeTenant(given: DataSet): Promise<Given> {
  const world = await makeWorld()
  const rows = rowsOf(world.installSid, given)
  await insertRows(world, rows)
  return { world, rows }
}

const written = (query: Query) => {
  const entries: [string, string][] = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return new URLSearchParams(entries).toString()
}

/** Requests the report with the query, in the one permitted round trip. */
export async function ask({ world }: Given, path: string, query: Query) {
  const answer = await world.admin('GET', `${path}?${written(query)}`)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer
}

/** A sid of the list, or an unknown one. */
const sidIn =
  (name: string, prefix: Prefix, list: (rows: Rows) => { sid: string }[], at: number): Choice =>
  rows => ({ [name]: list(rows)[at]?.sid ?? newSid(prefix) })

const sometimes = (choices: fc.Arbitrary<Choice>) => fc.option(choices, { nil: () => ({}), freq: 2 })

/** A filter with one of the values. */
export const valued = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Choice> =>
  values.map(value => () => ({ [name]: value }))

export const pointing = (name: string, prefix: Prefix, list: (rows: Rows) => { sid: string }[]) =>
  fc.nat(2).map(at => sidIn(name, prefix, list, at))

/** A pair of instants, the first before the second. */
export const paired = (start: string, end: string, instants: fc.Arbitrary<Date>): fc.Arbitrary<Choice> =>
  fc
    .tuple(instants, instants, fc.constantFrom(0, 0, 1))
    .map(([a, b, more]) => [Number(a), Number(b) + more].toSorted((x, y) => x - y))
    .map(([first = 0, last = 0]) => () => ({
      [start]: new Date(first).toISOString(),
      [end]: new Date(last === first ? last + 1 : last).toISOString(),
    }))

/** Page and order of a list; `keys` are its sort keys. */
export const paging = (keys: string[]): fc.Arbitrary<Choice> =>
  fc
    .record(
      {
        limit: fc.nat(6).map(String),
        offset: fc.nat(4).map(String),
        sortKeys: fc.shuffledSubarray(keys, { minLength: 1 }).map(names => names.join()),
        sortOrder: fc.constantFrom('ASC', 'DESC'),
      },
      { requiredKeys: [] },
    )
    .map(query => () => query)

/** Few of the filters at once: many would match no rows. */
export const combinations = (filters: fc.Arbitrary<Choice>[]): fc.Arbitrary<Choice> =>
  fc
    .tuple(sometimes(fc.oneof(...filters)), sometimes(fc.oneof(...filters)))
    .map(chosen => rows => Object.assign({}, ...chosen.map(choice => choice(rows))))

function inOrder(lines: Line[], names: string[], sortOrder: string | undefined): Line[] {
  const compare = (a: Line, b: Line) => {
    for (const name of names) {
      const [left, right] = [a.keys[name] ?? '', b.keys[name] ?? '']
      if (left !== right) return left < right ? -1 : 1
    }
    return a.id < b.id ? -1 : 1
  }
  const sorted = lines.toSorted(compare)
  return sortOrder === 'DESC' ? sorted.toReversed() : sorted
}

/** The expected response: the page, the total and the number on the page. */
export function pageOf(lines: Line[], keys: string[], query: Query) {
  const names = query['sortKeys']?.split(',') ?? keys
  const offset = Number(query['offset'] ?? 0)
  const shown = inOrder(lines, names, query['sortOrder']).slice(offset, offset + Number(query['limit'] ?? 25))
  const results: unknown[] = JSON.parse(JSON.stringify(shown.map(({ row }) => row)))
  return { total: lines.length, count: results.length, offset, results }
}

/** The number of data sets; for six reports more than 1,000 in all in `npm run test:all` (criterion 6). */
export const tenantCount: number = rounds({ quick: 3, all: 170 })
const queriesPerSet = 4
export const timeout = 180_000

type Report<G extends Given> = {
  filters: fc.Arbitrary<Choice>[]
  /** The sort keys; `byDefault` applies when the request has none. */
  keys: string[]
  byDefault?: string[]
  path: (given: G) => string
  lines: (given: G, query: Query) => Line[]
}

/** Expects the paged report to equal its reference, on tenants with reconciled sessions. */
export const holdsOn = <D, G extends Given>(
  data: fc.Arbitrary<D>,
  makeGiven: (data: D) => Promise<G>,
  { filters, keys, byDefault = keys, path, lines }: Report<G>,
) =>
  check(data, makeGiven, fc.tuple(combinations(filters), paging(keys)), async (given, query) => {
    const answer = await ask(given, path(given), query)
    const { total, count, offset, results } = answer.body
    const page = pageOf(lines(given, query), byDefault, query)
    expect({ total, count, offset, results }, JSON.stringify(query)).toEqual(page)
  })

type OfInstall = Omit<Report<Given>, 'path' | 'lines'> & {
  report: string
  lines: (rows: Rows, query: Query) => Line[]
}

/** Expects the paged report of an install to equal its reference. */
export const holds = ({ report, lines, ...more }: OfInstall) =>
  holdsOn(dataSets, makeTenant, {
    ...more,
    path: ({ world }) => world.path(`/reports/${report}`),
    lines: ({ rows }, query) => lines(rows, query),
  })

/** Runs the property on this number of data sets, each with some queries. */
export const check = <D, G extends Given>(
  data: fc.Arbitrary<D>,
  makeGiven: (data: D) => Promise<G>,
  choices: fc.Arbitrary<Choice[]>,
  property: (given: G, query: Query) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(
      data,
      fc.array(choices, { minLength: queriesPerSet, maxLength: queriesPerSet }),
      async (chosenData, queries) => {
        const given = await makeGiven(chosenData)
        for (const chosen of queries)
          await property(given, Object.assign({}, ...chosen.map(choice => choice(given.rows))))
      },
    ),
    { numRuns: tenantCount, interruptAfterTimeLimit: timeout - 10_000 },
  )
