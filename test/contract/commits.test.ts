// The subjects of the commits after the rule was made.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'

/** The last commit that is not checked. */
const base = '96ae516d4bf6'

const conventional =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([\w./-]+\))?!?: (?!wip\b)\S.*$/i

const wrongIn = (subjects: string[]): string[] =>
  subjects.filter(subject => subject.length > 72 || !conventional.test(subject))

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: projectFile(''), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** The subjects, or undefined without git, without a repository, and in a shallow clone that lacks the base. */
function subjects(): string[] | undefined {
  try {
    return git('log', '--no-merges', '--format=%s', `${base}..HEAD`).split('\n').filter(Boolean)
  } catch {
    return undefined
  }
}

test('a subject that is too long, of no type, or of unfinished work is refused', () => {
  expect(wrongIn(['fix(roster): bound malformed quotes', 'feat!: drop a member'])).toEqual([])
  const wrong = ['Fix things', 'wip', 'fix: wip', `fix: ${'x'.repeat(68)}`]
  expect(wrongIn(wrong)).toEqual(wrong)
})

test('commits have a conventional subject of at most 72 characters', context => {
  const found = subjects()
  if (!found) return context.skip('This copy has no history of commits.')
  expect(wrongIn(found)).toEqual([])
})
