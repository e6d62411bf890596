// Each function of db/sql has a test that names it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSqlObjects } from '../../../tools/migrator/sql-set.ts'
import { projectFile, schemaFolder } from '../../../tools/project.ts'

const folder = projectFile('test/integration/sql')
const titles = readdirSync(folder)
  .map(file => readFileSync(join(folder, file), 'utf8'))
  .flatMap(source =>
    [...source.matchAll(/^ *(?:test\(|\]\)\()'(.+?)', async/gm)].map(([, title = '']) => title),
  )

/** `users` of `functions/event_payload.users` is the argument of an overloaded function. */
const label = (functionId: string): string =>
  functionId.replace(/^functions\/(\w+)(?:\.(\w+))?$/, (_, name, argument) =>
    argument ? `${name}(${argument})` : name,
  )

test('each function is named at the start of the title of a test', () => {
  const labels = readSqlObjects(join(schemaFolder, 'sql'))
    .filter(({ kind }) => kind === 'functions')
    .map(({ id }) => label(id))
  expect(labels.length).toBeGreaterThan(60)
  expect(labels).toContain('event_payload(users)')
  const unnamed = labels.filter(name => !titles.some(title => title.startsWith(`${name} `)))
  expect(unnamed).toEqual([])
})
