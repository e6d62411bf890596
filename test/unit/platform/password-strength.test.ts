import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import common from '../../../src/platform/auth/passwords/common.json' with { type: 'json' }
import { NewPassword } from '../../../src/platform/auth/passwords/strength.ts'

const source = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/package.json')
const listed: string[] = JSON.parse(
  readFileSync(source.replace('package.json', 'src/passwords.json'), 'utf8'),
)

test('the common passwords are the first 3,000 of zxcvbn-ts that have 8 characters', () => {
  expect(common).toBe(
    listed
      .filter(({ length }) => length >= 8)
      .slice(0, 3_000)
      .join(' '),
  )
})

test.each(['password', 'PASSWORD', 'ｐａｓｓｗｏｒｄ', '12345678', 'qwertyuiop'])(
  '%s is too common',
  password => {
    expect(NewPassword.safeParse(password).success).toBe(false)
  },
)

test.each([
  ['8 characters', 'zk4#pw!q', true],
  ['7 characters', 'zk4#pw!', false],
  ['128 characters', 'zk4#pw!q'.repeat(16), true],
  ['129 characters', `${'zk4#pw!q'.repeat(16)}x`, false],
  ['8 of another script', '密码密码是很长的', true],
  ['8 pairs of surrogates', '🦊🦉🦊🦉🦊🦉🦊🦉', true],
  ['4 pairs of surrogates', '🦊🦉🦊🦉', false],
  ['blanks inside', 'two words here', true],
])('a password of %s: %s is accepted: %s', (_, password, isTaken) => {
  expect(NewPassword.safeParse(password).success).toBe(isTaken)
})
