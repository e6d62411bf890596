// The sessions that an embed shows, against the plain definition of what each element shows.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '../../db/client.ts'
import { course, enrollment } from '../../db/schema/catalog.ts'
import { exam } from '../../db/schema/exam.ts'
import { examSession, sessionStatuses } from '../../db/schema/session.ts'
import { user } from '../../db/schema/user.ts'
import { newSid } from '../../db/sid.ts'
import { rounds } from '../support/rounds.ts'
import { pairOf, verify } from '../support/sts.ts'
import { issueToken, sidOf } from '../support/tokens.ts'
import { makeWorld, type World } from '../support/world.ts'

const runs = rounds({ quick: 4, all: 40 })
const [people, exams] = [40, 4]
const maxSessions = 100
const hour = 3_600_000

type Row = typeof examSession.$inferInsert

/** A session of the pair of a learner and an exam. Odd minutes keep appointments away from the limits of the groups. */
const someSession = fc.record({
  pair: fc.nat(people * exams - 1),
  status: fc.constantFrom(...sessionStatuses, 'Scheduled', 'Scheduled'),
  isStarted: fc.boolean(),
  hasEnded: fc.boolean(),
  minutes: fc.option(
    fc.integer({ min: -900, max: 900 }).map(half => 2 * half + 1),
    { freq: 8 },
  ),
})
type SomeSession = typeof someSession extends fc.Arbitrary<infer S> ? S : never

async function makeCatalog({ stack: { db }, installSid: text }: World) {
  const installSid = sidOf('AI', text)
  const courseSid = newSid('CU')
  const users = Array.from({ length: people }, (_, at) => ({
    ...{
      sid: newSid('US'),
      installSid,
      firstName: 'Ada',
      lastName: `Number ${at}`,
      email: 'ada@school.example',
    },
  }))
  const members = users.map(({ sid }) => ({ sid: newSid('EN'), installSid, courseSid, userSid: sid }))
  const papers = Array.from({ length: exams }, (_, at) => ({
    ...{ sid: newSid('EX'), installSid, courseSid, title: `Paper ${at}` },
  }))
  await batch(db, {
    course: db.insert(course).values({ sid: courseSid, installSid, title: 'Biology' }),
    users: db.insert(user).values(users),
    members: db.insert(enrollment).values(members),
    papers: db.insert(exam).values(papers),
  })
  return { installSid, courseSid, members, papers }
}
type Catalog = Awaited<ReturnType<typeof makeCatalog>>

/** At most one session of a pair is not closed. */
function rowsOf(
  { installSid, courseSid, members, papers }: Catalog,
  given: SomeSession[],
  now: number,
): Row[] {
  const open = new Set<number>()
  return given.flatMap(({ pair, status, isStarted, hasEnded, minutes }, at) => {
    const member = members[pair % people]
    const paper = papers[Math.floor(pair / people)]
    if (!(member && paper) || (status !== 'Closed' && open.has(pair))) return []
    if (status !== 'Closed') open.add(pair)
    return {
      ...{ sid: newSid('ES'), installSid, courseSid, examSid: paper.sid, enrollmentSid: member.sid },
      ...{ userSid: member.userSid, accessKey: `${at}`, status },
      inProgressDate: isStarted ? new Date(now) : null,
      endedDate: isStarted && hasEnded && status !== 'Scheduled' ? new Date(now) : null,
      appointmentDate: minutes === null ? null : new Date(now + minutes * 60_000),
      createdDate: new Date(now - at * 1000),
    }
  })
}

type Token = { elementType: string; resource: string; targetUserSid: string }

const appointmentOf = ({ appointmentDate }: Row): number =>
  appointmentDate?.getTime() ?? Number.NEGATIVE_INFINITY
const isRunning = ({ status, inProgressDate, endedDate }: Row) =>
  ['Scheduled', 'Incident'].includes(status ?? '') && inProgressDate !== null && endedDate === null

function isVisible(row: Row, { elementType, resource, targetUserSid }: Token, now: number): boolean {
  const isOwn = row.userSid === targetUserSid
  if (elementType !== 'proctoring-session' && !isOwn) return false
  if (resource !== '*') return resource === row.sid || resource === row.examSid
  if (elementType !== 'proctoring-session') return isOwn
  return (
    appointmentOf(row) > now - 24 * hour && ['Scheduled', 'Processing', 'Incident'].includes(row.status ?? '')
  )
}

/** The place in the order: running sessions, then the next appointments, then the newest appointments. */
function rankOf(row: Row, { elementType }: Token, now: number): number[] {
  const isProctor = elementType === 'proctoring-session'
  const isNext =
    ['Scheduled', 'Pending Approval'].includes(row.status ?? '') && appointmentOf(row) > now - 2 * hour
  const groups = isProctor ? [isRunning(row) ? 0 : 1, isNext ? 0 : 1] : []
  const isEarly = isProctor && (isRunning(row) || isNext)
  const appointment = row.appointmentDate?.getTime()
  const place = appointment === undefined ? Number.POSITIVE_INFINITY : isEarly ? appointment : -appointment
  return [...groups, place, -Number(row.createdDate)]
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

const expected = (rows: Row[], token: Token, now: number) =>
  rows
    .filter(row => isVisible(row, token, now))
    .toSorted((a, b) => compare(rankOf(a, token, now), rankOf(b, token, now)))
    .slice(0, maxSessions)
    .map(row => ({ sid: row.sid, running: isRunning(row) }))

async function shown(world: World, { elementType, resource, targetUserSid }: Token) {
  const narrowed = resource === '*' ? {} : { resource }
  const token = await issueToken(world, { elementType, targetUserSid, ...narrowed })
  const answer = await verify(world.stack, pairOf(token))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer.list('sessions').map(({ sid, running }) => ({ sid, running }))
}

test(
  'each element shows the sessions of its resource, in the order of its list, at most 100',
  { timeout: 240_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(someSession, { minLength: 120, maxLength: 400, size: 'max' }),
        async given => {
          const world = await makeWorld()
          const catalog = await makeCatalog(world)
          const now = Date.now()
          const rows = rowsOf(catalog, given, now)
          await world.stack.db.insert(examSession).values(rows)
          const [learner] = catalog.members
          const [one] = rows
          if (!(learner && one)) throw new Error('There is no session.')
          const proctorSid = await world.user()
          for (const elementType of ['exam-session', 'proctoring-session', 'assessment-viewer'])
            for (const resource of ['*', one.examSid, one.sid ?? '']) {
              const targetUserSid = elementType === 'proctoring-session' ? proctorSid : learner.userSid
              const token = { elementType, resource, targetUserSid }
              expect(await shown(world, token), `${elementType} ${resource}`).toEqual(
                expected(rows, token, now),
              )
            }
        },
      ),
      { numRuns: runs },
    ),
)
