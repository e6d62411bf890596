// The page that describes which secret is accepted where.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { everyRoute } from '../support/routes.ts'

const page = readFileSync(projectFile('docs/reference/authentication.md'), 'utf8')
const rowOf = (secret: string) => page.split('\n').find(line => line.startsWith(`| ${secret} |`)) ?? ''

test('the row of JWTs has each path that accepts them', () => {
  const paths = everyRoute.flatMap(({ callers, path }) =>
    callers?.some(kind => kind === 'jwt') ? [path.replace(/\/\{.*/, '')] : [],
  )
  const expected = [...new Set(paths), '/connection/websocket', '/documents/<name>']
  expect(expected.filter(path => !rowOf('JWT').includes(` ${path}\``))).toEqual([])
})

test('the row of stsTokens has the WebSocket of topics', () => {
  expect(rowOf('`stsToken`')).toContain('/connection/websocket')
})
