// The words of the console for sign-ins, audited changes and configurations: each code has one, in both languages.

import { expect, test } from 'vitest'
import { auditActions, auditedKinds } from '../../../db/schema/audit.ts'
import { signInEvents } from '../../../db/schema/operator.ts'
import { accountWords } from '../../../src/console/app/i18n/account-words.ts'
import { configurationWords, hiddenMembers } from '../../../src/console/app/i18n/configuration-words.ts'
import { wordOf } from '../../../src/console/app/i18n/word-of.ts'
import { EffectiveConfiguration } from '../../../src/proctoring/exams/configurations/schema.ts'

const languages = ['en', 'de'] as const

const same = (words: object, codes: readonly string[]) =>
  expect(Object.keys(words).toSorted()).toEqual([...codes].toSorted())

test.each(languages)('each sign-in event, audited kind and audited action has a word: %s', language => {
  const words = accountWords[language]
  same(words.signInEvents, signInEvents)
  same(words.auditedKinds, auditedKinds)
  same(words.auditActions, auditActions)
})

test.each(languages)('each member of an effective configuration has a word of its own: %s', language => {
  const shown = Object.keys(EffectiveConfiguration.shape).filter(name => !hiddenMembers.includes(name))
  same(configurationWords[language], shown)
  expect(new Set(Object.values(configurationWords[language])).size).toBe(shown.length)
})

test('a code without a word is shown as it is', () => {
  expect(wordOf(accountWords.en.signInEvents, 'signed_in')).toBe('Signed in')
  expect(wordOf(accountWords.en.signInEvents, 'passkey_added')).toBe('passkey_added')
  expect(wordOf(accountWords.en.signInEvents, 'toString')).toBe('toString')
})
