// The words of the console for the codes of the API: each code has one, in both languages.

import { expect, test } from 'vitest'
import { eventStatuses } from '../../../db/schema/event.ts'
import { messageKinds } from '../../../db/schema/message.ts'
import { sessionWords } from '../../../src/console/app/i18n/session-words.ts'
import { actorKinds } from '../../../src/proctoring/history/actor.ts'
import { Session } from '../../../src/proctoring/sessions/read/record.ts'
import { triggers } from '../../../src/proctoring/sessions/transitions.ts'
import { statusReasons } from '../../../src/shared/session-reasons.ts'

const { en, de } = sessionWords
const same = (words: object, codes: readonly string[]) =>
  expect(Object.keys(words).toSorted()).toEqual([...codes].toSorted())

test('each trigger, reason, actor and mail of sessions has a word', () => {
  same(en.triggers, triggers)
  same(en.reasons, statusReasons)
  same(en.actors, actorKinds)
  same(en.mails, messageKinds)
  same(en.auditStatuses, [...eventStatuses, 'Second Review', 'Overdue', 'Passed'])
})

test('the named members are members of a session', () => {
  const unknown = Object.keys(en.members).filter(name => !Object.hasOwn(Session.shape, name))
  // The history has the member `URL` in lower case.
  expect(unknown).toEqual(['url'])
})

test('both languages have the same words', () => {
  for (const [kind, words] of Object.entries(en))
    same(Object.entries(de).find(([name]) => name === kind)?.[1] ?? {}, Object.keys(words))
})
