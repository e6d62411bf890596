// The bench measures every area and writes complete rows; its page lists only existing operations. The numbers are not checked.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measureAll, quick } from '../../bench/all.ts'
import { operationNames } from '../../bench/all-operation.ts'
import { pageOf } from '../../bench/all-page.ts'
import { projectFile, workerNames } from '../../tools/project.ts'

const columns = [
  ...['operation', 'trips', 'req/s', 'p50 ms', 'p99 ms'],
  ...['ratio to the baseline', 'cost growth'],
]

/** Returns the trimmed cells of the rows of all tables with these column headings. */
function rowsOf(page: string, heading: string): string[][] {
  const tables = page.split(/\n{2,}/).map(block =>
    block.split('\n').map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    ),
  )
  return tables.flatMap(([head, , ...rows]) => (head?.join() === heading ? rows : []))
}

const operationsOf = (page: string) => rowsOf(page, columns.join()).map(([operation = '']) => operation)
const codeIn = (cell: string) => /^`([^`]+)`/.exec(cell)?.[1]

const page = readFileSync(projectFile('docs/benchmarks.md'), 'utf8')

test('every operation of the page is in a route table or is an edge path', () => {
  const named = operationsOf(page).map(codeIn)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(name => name === undefined || !operationNames.has(name))).toEqual([])
})

test('the page names the machine and the versions, but no path or host name', () => {
  expect(page).toMatch(
    /\d+ cores \(.+\), \d+ GiB, \w+ [\d.]+ \w+, Node [\d.]+, workerd [\d.]+, Postgres [\d.]+/,
  )
  expect(page).not.toMatch(/(^|[\s(`])\/(home|root|tmp|work|Users)\/|localhost|127\.0\.0\.1/m)
})

test('a run measures a complete row for every operation of the page, and a cold start for every Worker', async () => {
  const results = await measureAll(quick)
  const written = pageOf(results)
  const lists = /^\| `GET .*(sessions|users)` \| 1 \|/m
  expect(written).toMatch(lists)
  expect(written).not.toMatch(/NaN|undefined|Infinity/)
  const rows = rowsOf(written, columns.join())
  expect(rows.filter(row => row.length !== columns.length || row.includes(''))).toEqual([])
  const isDelivery = (operation: string) => operation.includes('at 1')
  const alike = (text: string) => operationsOf(text).filter(operation => !isDelivery(operation))
  expect(alike(written).toSorted()).toEqual(alike(page).toSorted())
  expect(
    results.rows.flatMap(({ part, trips }) => (part === 'deliveries' ? [] : (trips ?? 'none'))),
  ).not.toContain('none')
  expect(results.coldStarts.map(({ worker }) => worker)).toEqual(workerNames)
}, 180_000)
