import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packages, pageOf } from '../../tools/build/licences.ts'
import { projectFile } from '../../tools/project.ts'

// Licences that permit redistribution within Apache-2.0 code, with attribution at most.
const permissive = [
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
]

const all = await packages()
const of = (use: string) => all.filter(each => each.use === use)

test('the page of licences is the output of `npm run licences`', () => {
  expect(readFileSync(projectFile('docs/licences.md'), 'utf8')).toBe(pageOf(all))
})

test('all production dependencies have a licence that permits redistribution', () => {
  for (const { name, licence } of [...of('bundled'), ...of('production')])
    expect([name, licence]).toEqual([name, expect.toBeOneOf(permissive)])
})

test('every package declares its licence', () => {
  expect(all.filter(({ licence }) => licence === 'unknown')).toEqual([])
})

test('the imports of the Workers are listed as bundled, and imports of tests are not', () => {
  const bundled = of('bundled').map(({ name }) => name)
  for (const name of ['hono', 'zod', 'drizzle-orm', '@neondatabase/serverless', 'jose'])
    expect(bundled).toContain(name)
  for (const name of ['vitest', 'miniflare', 'pg', 'fast-check']) expect(bundled).not.toContain(name)
})
