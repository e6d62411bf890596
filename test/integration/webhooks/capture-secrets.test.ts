// No secret is in an event, and erasure also changes events.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import { attempt } from '../../../db/schema/webhook.ts'
import { change } from '../../support/catalog.ts'
import { leaksIn, type Secrets } from '../../support/leaks.ts'
import { makePersonalData, remaining } from '../../support/personal-data.ts'
import { makeSession, soon } from '../../support/sessions.ts'
import { issueToken, sidOf } from '../../support/tokens.ts'
import { drained, eventRows, listen } from '../../support/webhook-events.ts'
import { stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink()

/** The names of all members at any depth. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])
    : []

const present = (text: string | null | undefined): string => {
  if (!text) throw new Error('The secret to look for is not there.')
  return text
}

test('no password, hash, access key, sealed text or credential is in a delivery or in its stored copies', async () => {
  const world = await makeSession(
    { configuration: { duration: 60, password: 'examPassword-7f3a' } },
    system.stack,
  )
  const { db } = system.stack
  const listener = await listen(world, system.sink)
  const password = 'Recognise4me!'
  const userSid = await world.user({ username: 'marked', password, enabled: true })
  await change(world, 'PUT', `/users/${userSid}`, { password: 'Recognise5me!', firstName: 'Grace' })
  const [row] = await db
    .select()
    .from(user)
    .where(eq(user.sid, sidOf('US', userSid)))
  const at = `/courses/${world.courseSid}/exams/${world.examSid}/configurations`
  const isOfExam = eq(examConfiguration.examSid, sidOf('EX', world.examSid))
  const [before] = await db.select().from(examConfiguration).where(isOfExam)
  const replacement = { duration: 50, password: 'examPassword-9c1d' }
  await change(world, 'PUT', `${at}/${before?.sid}`, replacement)
  const [after] = await db.select().from(examConfiguration).where(isOfExam)
  const isSession = eq(examSession.sid, sidOf('ES', world.sessionSid))
  const [session] = await db.select().from(examSession).where(isSession)
  await world.act('POST', '', { appointmentDate: soon(10) })
  await db.update(examSession).set({ accessKey: 'accessKey-1b2c', notes: 'n' }).where(isSession)
  const token = await issueToken(world, { targetUserSid: userSid })
  await drained(world)

  const secrets: Secrets = new Map([
    ['a password', password],
    ['a new password', 'Recognise5me!'],
    ['the hash of a password', present(row?.passwordHash)],
    ['the password of an exam', 'examPassword-7f3a'],
    ['its new password', replacement.password],
    ['its sealed password', present(before?.password)],
    ['its new sealed password', present(after?.password)],
    ['the access key', present(session?.accessKey)],
    ['the new access key', 'accessKey-1b2c'],
    ['the secret of the endpoint', listener.secret],
    ['a credential', world.secret],
    ['a token', token.secret],
  ])
  const rows = await eventRows(world)
  const tables = new Set(rows.map(({ changedTable }) => changedTable))
  expect([...tables].toSorted()).toEqual(['exam_configuration', 'exam_session', 'user'])
  const { received } = listener.receiver
  expect(received).toHaveLength(rows.length)
  const kept = await db
    .select()
    .from(attempt)
    .where(eq(attempt.endpointSid, sidOf('WH', listener.id)))
  expect(kept).toHaveLength(rows.length)
  for (const text of [received, rows, kept].map(each => JSON.stringify(each)))
    expect(leaksIn(text, secrets)).toEqual([])
  for (const { payload } of rows)
    expect(namesIn(payload).filter(name => /passw|secret|access_?key|hash|epoch|sealed/i.test(name))).toEqual(
      [],
    )
})

test('no personal data of an erased user is left in events or in the log of their deliveries', async () => {
  const world = await makeWorld(system.stack)
  await listen(world, system.sink)
  const known = await makePersonalData(world)
  await drained(world)
  const kept = await system.stack.db.execute<{ found: boolean }>(sql`
    select exists (select from event where payload::text like ${`%${known.marks['user.lastName']}%`}) as found`)
  expect(kept.rows).toEqual([{ found: true }])
  const erased = await world.admin('DELETE', world.path(`/users/${known.userSid}`))
  expect(erased.status, erased.raw).toBe(200)
  await drained(world)
  expect(await remaining(world, known)).toEqual([])
})
