// The table of docs/reference/conventions.md. The code spans of a cell are the values that a test expects.

import type { Stack } from '../../../tools/stack/stack.ts'
import { readPage } from './blocks.ts'

/** The code spans of a row, by area. */
export type Cells = { A: string[]; B: string[]; C: string[] }

export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const spansOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)

/** The header line, and the rows by their names. */
export function tableOfConventions(): { head: string; rows: Map<string, Cells> } {
  const lines = readPage('docs/reference/conventions.md')
    .split('\n')
    .filter(line => line.startsWith('|'))
  const [head = '', , ...body] = lines
  const rows = body.map((line): [string, Cells] => {
    const [, name = '', a, b, c] = line.split('|').map(cell => cell.trim())
    return [name, { A: spansOf(a), B: spansOf(b), C: spansOf(c) }]
  })
  return { head, rows: new Map(rows) }
}

type Operation = { parameters?: { name: string; schema: { default?: unknown } }[] }

/** The default of the parameter `limit` of each GET operation, in the document that the system serves. */
export async function publishedLimits({ baseUrl }: Pick<Stack, 'baseUrl'>): Promise<Map<string, unknown>> {
  const response = await fetch(new URL('/openapi.json', baseUrl))
  const { paths }: { paths: Record<string, { get?: Operation }> } = JSON.parse(await response.text())
  return new Map(
    Object.entries(paths).map(([path, { get }]) => [
      path,
      get?.parameters?.find(({ name }) => name === 'limit')?.schema.default,
    ]),
  )
}
