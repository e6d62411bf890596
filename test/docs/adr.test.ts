import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { readPage } from '../support/docs/blocks.ts'
import { linksOf } from '../support/docs/links.ts'

const records = globSync('docs/adr/*.md', { cwd: projectFile('') }).toSorted()

test('decision records are numbered without gaps, and the index lists them in order', () => {
  const numbers = records.map(path => /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1])
  expect(numbers).toEqual(records.map((_, at) => String(at + 1).padStart(4, '0')))
  const listed = linksOf(readPage('docs/decisions.md')).filter(link => link.startsWith('adr/'))
  expect(listed).toEqual(records.map(path => path.replace('docs/', '')))
})

test.each(records)('%s has the sections of a decision record, and is short', path => {
  const text = readPage(path)
  expect(text.split('\n', 1)[0]).toMatch(new RegExp(`^# ${path.slice('docs/adr/'.length).slice(0, 4)}\\. `))
  const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)
  expect(sections).toEqual(['Status', 'Context', 'Decision', 'Consequences'])
  expect(text.trimEnd().split('\n').length).toBeLessThan(60)
})
