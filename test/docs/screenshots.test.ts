// The pictures of the console: one of each page, which the documentation shows.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentationPages } from '../../tools/docs/site/pages.ts'
import { projectFile } from '../../tools/project.ts'
import {
  addressOf,
  entrancePages,
  operatorPages,
  pictureFiles,
  withoutPicture,
} from '../../tools/screenshots/pages.ts'
import { sharedStack } from '../support/stack.ts'

const folder = projectFile('docs/images')
const maxBytes = 2_000_000

/** The routes of the console, from the source of its router. */
function routes(): string[] {
  const source = readFileSync(projectFile('src/console/app/router.tsx'), 'utf8')
  const declared = source.matchAll(/const (\w+) = createRoute\(\{(?<options>.*?)\n?\}\)/gs)
  const bases: Record<string, string> = { inRoot: '', inShell: '', inInstall: '/installs/$install' }
  return [...declared].flatMap(([, name, options = '']) => {
    const base = bases[/getParentRoute: (\w+)/.exec(options)?.[1] ?? '']
    const path = /path: '([^']+)'/.exec(options)?.[1]
    // The layouts have no page of their own.
    if (path === undefined || name === 'install') return []
    if (base === undefined) throw new Error(`The parent of ${name} is unknown.`)
    return [base !== '' && path === '/' ? base : `${base}${path}`]
  })
}

test('there is a picture of every page of the console', () => {
  const pictured = [...entrancePages, ...operatorPages].map(({ route }) => route)
  expect(routes().length).toBeGreaterThan(25)
  expect([...new Set([...pictured, ...withoutPicture])].toSorted()).toEqual(routes().toSorted())
})

test('npm run screenshots has been run: the files are those of the list, and small', () => {
  expect(readdirSync(folder).toSorted()).toEqual(pictureFiles().toSorted())
  const bytes = readdirSync(folder).map(name => statSync(join(folder, name)).size)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(maxBytes)
})

test('an address has no parameter without a value', () => {
  const shown = {
    install: 'AI',
    exam: 'EX',
    session: 'ES',
    course: 'CU',
    user: 'US',
    webhook: 'WH',
    delivery: 'WD',
  }
  for (const page of operatorPages) expect(addressOf(page, shown)).not.toContain('$')
})

const pictures = Object.entries(documentationPages()).flatMap(([address, html]) =>
  [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, src = '', alt = '']) => ({
    address,
    src,
    alt,
  })),
)

test('the documentation shows pictures, each with a text for those who do not see it', () => {
  expect(pictures.length).toBeGreaterThan(4)
  for (const { src, alt } of pictures) {
    expect(existsSync(projectFile(src.slice(1))), src).toBe(true)
    expect(alt.length, src).toBeGreaterThan(20)
  }
})

test('the edge serves the pictures', async () => {
  const { baseUrl } = await sharedStack()
  for (const { src } of pictures) {
    const answer = await fetch(`${baseUrl}${src}`)
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, 'image/png'])
    await answer.body?.cancel()
  }
})
