// The storage page describes exactly the tables and indexes of the Durable Objects.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'

const source = (path: string) => readFileSync(projectFile(path), 'utf8')
const page = source('docs/storage.md')
const code = globSync('src/realtime/**/*.ts', { cwd: projectFile('') })
  .map(source)
  .join('\n')

/** The cells of the rows of the table with this first heading. */
function rowsOf(heading: string): string[][] {
  const [, , ...rows] =
    page
      .split(/\n{2,}/)
      .map(block => block.split('\n'))
      .find(([head]) => head?.startsWith(`| ${heading} |`)) ?? []
  return rows.map(row => row.split('|').map(cell => cell.trim()))
}

const plain = (cell = '') => cell.replaceAll('`', '').replace(/:.*/, '')

/** The primary key in the columns of a table. */
const keyOf = (columns: string): string | undefined =>
  (/primary key \((.+?)\)/.exec(columns) ?? /(\w+) \w+ primary key/.exec(columns))?.[1]

test('the page lists exactly the tables, with their primary keys', () => {
  const tables = [...code.matchAll(/create table if not exists (\w+) \((.+?)\);/gs)]
  const declared = tables.map(([, name, columns = '']) => `${name} ${keyOf(columns)}`)
  expect(declared).toContain('subscription client, topic')
  const said = rowsOf('object').map(([, , table, , key]) => `${plain(table)} ${plain(key)}`)
  expect([...new Set(said)].toSorted()).toEqual([...new Set(declared)].toSorted())
})

test('the page names each object, and how each table is bounded', () => {
  const classes = [...code.matchAll(/export class (\w+) extends DurableObject/g)].map(([, name]) => name)
  const named = rowsOf('object').flatMap(([, object]) => (object ? [plain(object)] : []))
  expect(named.toSorted()).toEqual(classes.toSorted())
  expect(rowsOf('object').filter(cells => !(cells[3] && cells[5]))).toEqual([])
})

test('the page lists exactly the indexes', () => {
  const indexes = [...code.matchAll(/create index if not exists (\w+) on (\w+) (\(.+?\))(?: where (.+?))?;/g)]
  const said = rowsOf('index of an object').map(
    ([, name, on = '']) => `${plain(name)} ${on.replace(/^`\w+` /, '')}`,
  )
  const declared = indexes.map(
    ([, name, table, columns, condition]) =>
      `${name} \`${table} ${columns}\`${condition ? ` where \`${condition}\`` : ''}`,
  )
  expect(said.toSorted()).toEqual(declared.toSorted())
})
