// The bench measures every area and says so in whole rows; its page names only what exists. No number is judged.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measureAll, quick } from '../../bench/all.ts'
import { operationNames } from '../../bench/all-operation.ts'
import { pageOf } from '../../bench/all-page.ts'
import { projectFile, workerNames } from '../../tools/project.ts'

const columns = [
  ...['operation', 'trips', 'req/s', 'p50 ms', 'p99 ms'],
  ...['ratio to the bare limit', 'cost growth'],
]

/** The rows of the tables whose first column is headed so, without their spaces. */
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

test('every operation that the page names is one of the route tables or of the edge', () => {
  const named = operationsOf(page).map(codeIn)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(name => name === undefined || !operationNames.has(name))).toEqual([])
})

test('the page says what machine and which versions its numbers are of, and no path or host', () => {
  expect(page).toMatch(
    /\d+ cores \(.+\), \d+ GiB, \w+ [\d.]+ \w+, Node [\d.]+, workerd [\d.]+, Postgres [\d.]+/,
  )
  expect(page).not.toMatch(/(^|[\s(`])\/(home|root|tmp|work|Users)\/|localhost|127\.0\.0\.1/m)
})

test('a run gives every operation of the page a whole row, and every Worker a cold start', async () => {
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
