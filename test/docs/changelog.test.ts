import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'

const changelog = readFileSync(projectFile('CHANGELOG.md'), 'utf8')
const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))

/** The errors of a changelog at this version. Before the first release, "Unreleased" describes the version. */
function faultsOf(text: string, current: string): string[] {
  const [, ...sections] = text.split(/^## /m)
  const titles = sections.map(section => section.split('\n', 1)[0] ?? '')
  const [first, ...releases] = titles
  const versions = releases.map(title => /^(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/.exec(title)?.[1])
  const kinds = sections.flatMap(section =>
    [...section.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind),
  )
  return [
    ...(first === 'Unreleased' ? [] : ['The first section is not "Unreleased".']),
    ...releases.filter((_, at) => versions[at] === undefined).map(title => `"${title}" is not a release.`),
    ...(new Set(titles).size === titles.length ? [] : ['Two sections have one title.']),
    ...kinds.filter(kind => !known.includes(kind)).map(kind => `"${kind}" is not a kind of change.`),
    ...(versions.includes(current) || releases.length === 0 ? [] : [`${current} has no section.`]),
  ]
}

const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

test('the changelog is well-formed, and the version of package.json has a section', () => {
  expect(faultsOf(changelog, version)).toEqual([])
})

test('a release without a section, a wrong date and an unknown kind are errors', () => {
  const text = '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-30\n\n### Added\n\n- The first release.\n'
  expect(faultsOf(text, '0.1.0')).toEqual([])
  expect(faultsOf(text, '0.2.0')).toEqual(['0.2.0 has no section.'])
  expect(faultsOf(text.replace('## Unreleased\n\n', ''), '0.1.0')).toEqual([
    'The first section is not "Unreleased".',
  ])
  expect(faultsOf(text.replace('2026-11-30', 'today'), '0.1.0')).toEqual([
    '"0.1.0 - today" is not a release.',
    '0.1.0 has no section.',
  ])
  expect(faultsOf(text.replace('### Added', '### New'), '0.1.0')).toEqual(['"New" is not a kind of change.'])
  expect(faultsOf('# Changelog\n\n## Unreleased\n', '0.1.0')).toEqual([])
})
