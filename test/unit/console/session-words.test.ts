// The words of the console for the codes of the API: each code has one, in both languages.

import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventStatuses } from '../../../db/schema/event.ts'
import { messageKinds } from '../../../db/schema/message.ts'
import { examSession } from '../../../db/schema/session.ts'
import { sessionWords } from '../../../src/console/app/i18n/session-words.ts'
import { actorKinds } from '../../../src/proctoring/history/actor.ts'
import { membersOf } from '../../../src/proctoring/sessions/read/history.ts'
import { Session } from '../../../src/proctoring/sessions/read/record.ts'
import { triggers } from '../../../src/proctoring/sessions/transitions.ts'
import { statusReasons } from '../../../src/shared/session-reasons.ts'

const { en, de } = sessionWords

/** What identifies a session never changes, and the history leaves `editDate` out. */
const unchanging = [
  ...['sid', 'installSid', 'courseSid', 'examSid', 'enrollmentSid', 'userSid', 'accessKey'],
  ...['createdDate', 'editDate'],
]

const same = (words: object, codes: readonly string[]) =>
  expect(Object.keys(words).toSorted()).toEqual([...codes].toSorted())

test('each trigger, reason, actor and mail of sessions has a word', () => {
  same(en.triggers, triggers)
  same(en.reasons, statusReasons)
  same(en.actors, actorKinds)
  same(en.mails, messageKinds)
  same(en.auditStatuses, [...eventStatuses, 'Second Review', 'Overdue', 'Passed'])
})

test('each member that the history of a session names has a word', () => {
  const columns = Object.keys(getTableColumns(examSession)).filter(name => !unchanging.includes(name))
  same(en.members, ['running', ...membersOf(columns)])
})

test('the named members are members of the record of a session, or of its sessionInfo', () => {
  const known = { ...Session.shape, ...Session.shape.sessionInfo.shape }
  expect(Object.keys(en.members).filter(name => !Object.hasOwn(known, name))).toEqual([])
})

test('both languages have the same words', () => {
  for (const [kind, words] of Object.entries(en))
    same(Object.entries(de).find(([name]) => name === kind)?.[1] ?? {}, Object.keys(words))
})
