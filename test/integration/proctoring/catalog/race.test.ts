// After any race in one course, exactly the entitled learners have a session.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { assign, type Course, makeCourse } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { inAll, rounds as roundsOf } from '../../../support/rounds.ts'
import { type StackKind, sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

type Row = typeof examSession.$inferSelect

type Setting = { kind: StackKind; rounds: number }

/** PGlite executes one statement at a time, so `npm test` runs the races on Postgres only. */
const memory: Setting[] = [{ kind: 'memory', rounds: 1 }]

describe.each([
  ...roundsOf<Setting[]>({ quick: [], all: memory }),
  { kind: 'postgres', rounds: roundsOf({ quick: 1, all: 3 }) } satisfies Setting,
])('on $kind', { timeout: 120_000 }, ({ kind, rounds }) => {
  let world: World
  let users: string[]

  beforeAll(async () => {
    world = await makeWorld(await sharedStack(kind))
    users = await Promise.all(Array.from({ length: 8 }, () => world.user()))
  }, 180_000)

  const send = (course: Course, method: string, rest: string, body?: object): Promise<Answer> =>
    world.admin(method, world.path(course.at(rest)), { body })
  const enroll = (course: Course, userSid: string) => send(course, 'POST', '/enrollments', { userSid })
  const addExam = (course: Course, members = {}) =>
    send(course, 'POST', '/exams', { title: 'Final', ...members })

  const activeOf = async (course: Course): Promise<Row[]> => {
    const rows = await world.stack.db
      .select()
      .from(examSession)
      .where(eq(examSession.courseSid, sidOf('CU', course.sid)))
    return rows.filter(({ status }) => status !== 'Closed')
  }

  /** Expects that the active sessions are exactly those of the active learners in the active, open exams. */
  async function activeSessions(course: Course): Promise<number> {
    const { db } = world.stack
    const learners = await db
      .select()
      .from(enrollment)
      .where(eq(enrollment.courseSid, sidOf('CU', course.sid)))
    const exams = await db
      .select()
      .from(exam)
      .where(eq(exam.courseSid, sidOf('CU', course.sid)))
    const pairs = learners
      .filter(({ status, role }) => status === 'active' && role === 'learner')
      .flatMap(({ sid }) =>
        exams
          .filter(({ status, limitedScope }) => status === 'active' && !limitedScope)
          .map(given => `${sid} ${given.sid}`),
      )
    const active = (await activeOf(course)).map(({ enrollmentSid, examSid }) => `${enrollmentSid} ${examSid}`)
    expect(active.toSorted()).toEqual(pairs.toSorted())
    return pairs.length
  }

  /** Runs many rounds, each in a new course. */
  const repeat = async (round: (course: Course) => Promise<void>, times = 1) => {
    for (let count = 0; count < rounds * times; count += 1) await round(await makeCourse(world))
  }

  test('simultaneous enrollments and exams leave one session for each pair', async () => {
    await repeat(
      async course => {
        const requests = [0, 1, 2, 3, 4].flatMap(at => [enroll(course, users[at] ?? ''), addExam(course)])
        for (const answer of await Promise.all(requests)) expect(answer.status, answer.raw).toBe(201)
        expect(await activeSessions(course)).toBe(25)
      },
      roundsOf({ quick: 2, all: 3 }),
    )
  })

  test.runIf(inAll('integration/proctoring/catalog/race'))(
    'a simultaneous enrollment and exam leave one session',
    async () => {
      await repeat(async course => {
        const answers = await Promise.all([enroll(course, users[0] ?? ''), addExam(course)])
        expect(answers.map(({ status }) => status)).toEqual([201, 201])
        expect(await activeSessions(course)).toBe(1)
      }, 5)
    },
  )

  test('of simultaneous enrollments of one user one is granted, also after a withdrawal, and has one session', async () => {
    await repeat(async course => {
      await addExam(course)
      const sids = new Set<string>()
      for (const _ of ['first', 'again']) {
        const answers = await Promise.all(Array.from({ length: 8 }, () => enroll(course, users[0] ?? '')))
        const granted = answers.filter(({ status }) => status === 201)
        expect(granted).toHaveLength(1)
        for (const answer of answers)
          if (answer.status !== 201) expect(answer.text('code')).toBe('already_enrolled')
        const sid = granted.map(answer => answer.text('sid')).join()
        sids.add(sid)
        expect(await activeSessions(course)).toBe(1)
        expect((await send(course, 'DELETE', `/enrollments/${sid}`)).status).toBe(200)
        expect(await activeSessions(course)).toBe(0)
      }
      expect(sids.size).toBe(1)
    })
  })

  test('a simultaneous withdrawal and new exam leave the withdrawn learner no session', async () => {
    await repeat(async course => {
      const sids = await Promise.all(users.map(async userSid => (await enroll(course, userSid)).text('sid')))
      await Promise.all([
        ...sids.slice(0, 4).map(sid => send(course, 'DELETE', `/enrollments/${sid}`)),
        ...sids.slice(4, 6).map(sid => send(course, 'PUT', `/enrollments/${sid}`, { role: 'instructor' })),
        addExam(course),
        addExam(course),
      ])
      expect(await activeSessions(course)).toBe(4)
    })
  })

  test('a simultaneous enrollment and closing of the exam leave no session in it', async () => {
    await repeat(async course => {
      const exams = await Promise.all([1, 2, 3, 4].map(async () => (await addExam(course)).text('sid')))
      const [gone, limited, deleted] = exams
      await Promise.all([
        ...users.slice(0, 4).map(userSid => enroll(course, userSid)),
        send(course, 'PUT', `/exams/${gone}`, { status: 'deleted' }),
        send(course, 'PUT', `/exams/${limited}`, { limitedScope: true }),
        send(course, 'DELETE', `/exams/${deleted}`),
        ...users.slice(4).map(userSid => enroll(course, userSid)),
      ])
      expect(await activeSessions(course)).toBe(users.length)
    })
  })

  test('a simultaneous enrollment and opening of the exam leave a session in it', async () => {
    await repeat(async course => {
      const draft = (await addExam(course, { status: 'draft' })).text('sid')
      const limited = (await addExam(course, { limitedScope: true })).text('sid')
      await Promise.all([
        ...users.slice(0, 4).map(userSid => enroll(course, userSid)),
        send(course, 'PUT', `/exams/${draft}`, { status: 'active' }),
        send(course, 'PUT', `/exams/${limited}`, { limitedScope: false }),
        ...users.slice(4).map(userSid => enroll(course, userSid)),
      ])
      expect(await activeSessions(course)).toBe(2 * users.length)
    })
  })

  test('a course that is deleted during other requests keeps no active session, exam or learner', async () => {
    await repeat(async course => {
      await addExam(course)
      const answers = await Promise.all([
        ...users.slice(0, 4).map(userSid => enroll(course, userSid)),
        addExam(course),
        send(course, 'DELETE', ''),
        addExam(course),
        ...users.slice(4).map(userSid => enroll(course, userSid)),
      ])
      for (const { status, raw } of answers) expect([200, 201, 404], raw).toContain(status)
      expect(await activeOf(course)).toEqual([])
      expect(await activeSessions(course)).toBe(0)
    })
  })

  test('a simultaneous accommodation and restored enrollment leave the accommodation’s duration', async () => {
    await repeat(async course => {
      const examSid = (await addExam(course, { configuration: { duration: 60 } })).text('sid')
      const enrollmentSid = (await enroll(course, users[0] ?? '')).text('sid')
      await send(course, 'DELETE', `/enrollments/${enrollmentSid}`)
      const accommodation = { enrollmentSid, duration: 90 }
      await Promise.all([
        enroll(course, users[0] ?? ''),
        send(course, 'POST', `/exams/${examSid}/configurations`, accommodation),
      ])
      expect((await activeOf(course)).map(({ duration }) => duration)).toEqual([90])
    })
  })

  test('a learner who joins a section during its deletion, or leaves and joins at once, is entitled to each remaining session', async () => {
    await repeat(async course => {
      const examSid = (await addExam(course, { limitedScope: true })).text('sid')
      const [section, gone] = [await course.section(), await course.section()]
      for (const target of [section, gone]) await assign(world, examSid, target)
      const sids = await Promise.all(users.map(async userSid => (await enroll(course, userSid)).text('sid')))
      const put = (sid: string, sectionSids: string[]) =>
        send(course, 'PUT', `/enrollments/${sid}`, { sectionSids })
      const answers = await Promise.all([
        ...sids.slice(0, 4).map(sid => put(sid, [gone])),
        ...sids.slice(4).flatMap(sid => [put(sid, [section]), put(sid, []), put(sid, [section])]),
        send(course, 'DELETE', `/sections/${gone}`),
      ])
      for (const { status, raw } of answers) expect([200, 400], raw).toContain(status)
      const active = new Set((await activeOf(course)).map(({ enrollmentSid }) => enrollmentSid))
      const list = await send(course, 'GET', '/enrollments')
      for (const { sid, sectionSids } of list.list('results'))
        expect([sid, sectionSids]).toEqual([sid, active.has(sidOf('EN', String(sid))) ? [section] : []])
    })
  })
})
