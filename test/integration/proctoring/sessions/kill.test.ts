// After a kill at any time, each session has the state of its last response or that of the unanswered request.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../../../tools/neon/embedded.ts'
import type { Answer } from '../../../support/client.ts'
import { temporaryDirectory } from '../../../support/directory.ts'
import { sample } from '../../../support/rounds.ts'
import { randomFrom } from '../../../support/session-crowd.ts'
import type { Slot } from '../../../support/session-steps.ts'
import { soon } from '../../../support/sessions.ts'
import { end, freePort, type Started, start } from '../../../support/start.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let stateDir: string
let port: number
let system: Started
const startAgain = async () => {
  system = await start(stateDir, port, { flags: ['--postgres'] })
}
beforeAll(async () => {
  stateDir = temporaryDirectory()
  port = await freePort()
  await startAgain()
})
afterAll(async () => {
  const { exitCode, signalCode } = system.child
  if (exitCode === null && signalCode === null) await end(system, 'SIGTERM')
  else await (await startEmbeddedPostgres(join(stateDir, 'postgres'))).stop() // the state after the kill
})

const stored = (name: string) => readFileSync(join(stateDir, 'postgres', name), 'utf8')
const postmaster = () => stored('data/postmaster.pid').split('\n')
const killPostgres = () => process.kill(Number(postmaster()[0]), 'SIGKILL')

/** Queries the system's own database server directly. */
async function rows<R extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<R[]> {
  const [, , , serverPort] = postmaster()
  const client = new pg.Client(`postgres://postgres:${stored('password')}@127.0.0.1:${serverPort}/postgres`)
  await client.connect()
  try {
    return (await client.query<R>(query, values)).rows
  } finally {
    await client.end()
  }
}

/** The expected state of a session: its transitions and their results. */
type Expected = { steps: string[]; appointment: string | null; slot: string | null }
type Step = { step: 'schedule' | 'reschedule' | 'cancel'; appointment: string; slot: string | null }
/** The sessions of a learner, and the unanswered request for the last one. */
type Learner = { enrollmentSid: string; sessionSid: string; expected: Map<string, Expected>; pending?: Step }

const newSession: Expected = { steps: ['made'], appointment: null, slot: null }
const after = (expected: Expected, { step, appointment, slot }: Step): Expected => ({
  ...(step === 'cancel' ? expected : { appointment, slot }),
  steps: [...expected.steps, step],
})
const statusOf = ({ steps }: Expected) =>
  ({ made: 'Needs Proctor', cancel: 'Closed' })[String(steps.at(-1))] ?? 'Scheduled'

const path = (rest: string) => `/v1/installs/${system.demo['installSid']}${rest}`
let exams = 0

/** An exam with slots of 5, 9 and 30 seats and 30 learners, each with a session. */
async function makeExam() {
  exams += 1
  const ids = (name: string) => ({ ids: { lms: `${name} of exam ${exams}` } })
  const instructorAsProctor = [5, 9, 30].map(capacity => ({
    ...{ capacity, startTime: soon(-60), endTime: soon(10_000) },
  }))
  const items = Array.from({ length: 30 }, (_, at) => ({
    course: { ...ids('course'), title: 'Biology' },
    user: { ...ids(`user ${at}`), firstName: 'Ada', lastName: `${at}`, email: `ada${at}@school.example` },
    enrollment: {},
    exam: { ...ids('exam'), title: 'Midterm', configuration: { duration: 60, instructorAsProctor } },
  }))
  const made = await system.call('POST', path('/provision/batch'), { body: { items } })
  const at = (rest: string) => path(`/exams/${/EX\w+/.exec(made.raw)}/sessions${rest}`)
  const list = async () => (await system.call('GET', at('?limit=1000'))).list('results')
  const learners = (await list()).map(({ sid, enrollmentSid }): Learner => {
    const expected = new Map([[String(sid), newSession]])
    return { enrollmentSid: String(enrollmentSid), sessionSid: String(sid), expected }
  })
  expect(learners, made.raw).toHaveLength(30)
  const slots = async (): Promise<Slot[]> =>
    JSON.parse((await system.call('GET', at(`/${learners[0]?.sessionSid}/availability`))).raw)
  return { at, list, learners, slots }
}
type Exam = Awaited<ReturnType<typeof makeExam>>

/** The response, or undefined if the system has stopped or its database does not respond. */
const responseOf = async (request: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    const answer = await request
    return answer.status === 503 ? undefined : answer
  } catch (error) {
    if (error instanceof TypeError) return undefined // thrown by fetch when a connection breaks
    throw error
  }
}

const requestOf = ({ step, appointment, slot }: Step): [string, object] => {
  if (step === 'cancel') return ['DELETE', { reason: 'changed-time' }]
  const body = { appointmentDate: appointment, ...(slot !== null && { instructorProctorSid: slot }) }
  return [step === 'schedule' ? 'POST' : 'PUT', body]
}

/** Schedules, reschedules and cancels, one after the other, until the system stops responding. */
async function keepSending(exam: Exam, learner: Learner, choose: (at: Expected) => Step, count: () => void) {
  const { call } = system
  for (;;) {
    const expected = learner.expected.get(learner.sessionSid) ?? newSession
    const next = choose(expected)
    learner.pending = next
    const [method, body] = requestOf(next)
    const answer = await responseOf(call(method, exam.at(`/${learner.sessionSid}`), { body }))
    if (!answer) return
    delete learner.pending
    count()
    expect([200, 'slot_full'], answer.raw).toContain(answer.status === 200 ? 200 : answer.text('code'))
    if (answer.status !== 200) continue
    learner.expected.set(learner.sessionSid, after(expected, next))
    if (next.step !== 'cancel') continue
    const active = `?enrollmentSid=${learner.enrollmentSid}&status=Needs Proctor`
    const list = await responseOf(call('GET', exam.at(active)))
    if (!list) return
    learner.sessionSid = String(list.list('results')[0]?.['sid'])
    learner.expected.set(learner.sessionSid, newSession)
  }
}

/** Queries that find inconsistent rows in the whole database. */
const inconsistencies = {
  'half an appointment': `select sid from exam_session
    where num_nonnulls(appointment_date, appointment_end_date, date_scheduled, date_approved) not in (0, 4)
      or status <> 'Closed' and (status = 'Scheduled') <> (appointment_date is not null)`,
  'half a cancellation': `select sid from exam_session
    where num_nonnulls(cancelled_date, status_reason) <> case status when 'Closed' then 2 else 0 end`,
  'an overfull slot': `select sid from instructor_proctor p where capacity <
    (select count(*) from exam_session s where s.instructor_proctor_sid = p.sid and s.cancelled_date is null)`,
  'a seat without an appointment': `select sid from exam_session where instructor_proctor_sid is not null
    and cancelled_date is null and status not in ('Scheduled', 'Pending Approval')`,
  'a history that ends in another state': `select sid from exam_session s
    where (status, cancelled_date is not null) is distinct from (select (to_status, cancelled)
      from session_transition t where t.session_sid = s.sid order by id desc limit 1)`,
  'a history with a gap': `select id from (
      select *, lag(to_status) over (partition by session_sid order by id) before from session_transition) step
    where from_status is distinct from before`,
  'a pair that differs from its sessions': `select * from session_pair p full join (
      select enrollment_sid, exam_sid, count(in_progress_date), bool_or(cancelled_date is not null) cancelled,
        bool_or(status = 'Closed' and cancelled_date is null) closed,
        (array_agg((sid, status, cancelled_date is not null, created_date)
          order by cancelled_date is null desc, created_date desc, sid desc))[1] newest
      from exam_session group by enrollment_sid, exam_sid) s using (enrollment_sid, exam_sid)
    where (attempts_used, had_cancelled, had_closed) is distinct from (count, cancelled, closed)
      or (session_sid, status, is_cancelled, created_date) is distinct from newest`,
  'other than one active session, the newest, after those that were cancelled': `select from exam_session
    group by enrollment_sid, exam_sid having count(*) filter (where status <> 'Closed') <> 1
      or count(cancelled_date) <> count(*) - 1 or (array_agg(status order by sid desc))[1] = 'Closed'
      or count(*) > 1 and (count(series) < count(*) or max(series::text) <> min(sid::text)
        or count(distinct series) > 1)`,
}

const sidAs = (prefix: string, column: string) => `'${prefix}' || replace(${column}::text, '-', '')`
const sessionsOf = `select ${sidAs('ES', 's.sid')} sid, status, ${sidAs('IP', 'instructor_proctor_sid')} slot,
    (select array_agg(coalesce(trigger, 'made') order by id) from session_transition where session_sid = s.sid) steps,
    to_char(appointment_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') appointment
  from exam_session s where ${sidAs('EN', 'enrollment_sid')} = $1`
type Row = Expected & { sid: string; status: string }

/** Expects the state of all responses, and the unanswered request applied completely or not at all. */
async function requireExpected({ enrollmentSid, sessionSid, expected, pending }: Learner): Promise<Row[]> {
  const sessions = await rows<Row>(sessionsOf, [enrollmentSid])
  expect(sessions.map(({ sid }) => sid)).toEqual(expect.arrayContaining([...expected.keys()]))
  for (const { sid, status, ...now } of sessions) {
    const certain = expected.get(sid) ?? newSession // an unlisted session follows a cancelled one
    const possible = sid === sessionSid && pending ? [after(certain, pending)] : []
    expect([certain, ...possible]).toContainEqual(now)
    expect(status).toBe(statusOf(now))
  }
  return sessions
}

const kills = {
  'the system with its Postgres': () => {
    killPostgres()
    return end(system, 'SIGKILL')
  },
  'the system': () => end(system, 'SIGKILL'),
  'its Postgres': async () => {
    killPostgres()
    await expect.poll(async () => (await system.call('GET', '/healthz')).status).toBe(503)
    expect(await end(system, 'SIGTERM')).toBe(0)
  },
}

const everyKill = [
  ...[['the system with its Postgres', 10, 3] as const, ['its Postgres', 40, 7] as const],
  ...[['the system', 80, 0] as const, ['the system with its Postgres', 60, 1] as const],
]

test.each(sample(everyKill, 1))(
  'a kill of %s %d responses and %d ms later leaves nothing half done',
  async (what, answers, ms) => {
    const exam = await makeExam()
    const [slot, ...others] = (await exam.slots()).map(({ instructorProctorSid }) => instructorProctorSid)
    const random = randomFrom(answers)
    const choose = (expected: Expected): Step => ({
      step: random(4) === 0 ? 'cancel' : statusOf(expected) === 'Scheduled' ? 'reschedule' : 'schedule',
      appointment: soon(60 + random(5000)),
      slot: [slot, ...others][random(3)] ?? null,
    })
    let received = 0
    const enough = Promise.withResolvers<void>()
    const count = () => {
      received += 1
      if (received === answers) enough.resolve()
    }
    const requests = Promise.all(exam.learners.map(learner => keepSending(exam, learner, choose, count)))
    await Promise.race([enough.promise, requests])
    await sleep(ms)
    await kills[what]()
    await requests
    expect(exam.learners.some(({ pending }) => pending)).toBe(true)

    await startAgain()
    for (const [inconsistency, query] of Object.entries(inconsistencies))
      expect([inconsistency, await rows(query)]).toEqual([inconsistency, []])
    const sessions = (await Promise.all(exam.learners.map(requireExpected))).flat()
    const shown = (await exam.list()).map(row => [row['sid'], row['status'], row['appointmentDate']])
    expect(shown.toSorted()).toEqual(sessions.map(row => [row.sid, row.status, row.appointment]).toSorted())
    const free = await exam.slots()
    for (const { instructorProctorSid: sid, capacity, remaining } of free) {
      const held = sessions.filter(row => row.slot === sid && row.status === 'Scheduled')
      expect(remaining).toBe(Number(capacity) - held.length)
    }

    const waiting = sessions.filter(({ status }) => status === 'Needs Proctor')
    const body = { appointmentDate: soon(60), instructorProctorSid: slot }
    const asked = await Promise.all(
      waiting.map(({ sid }) => system.call('POST', exam.at(`/${sid}`), { body })),
    )
    const due = waiting.map((_, at) => (at < Number(free[0]?.remaining) ? 200 : 409))
    expect(asked.map(({ status }) => status).toSorted()).toEqual(due)
  },
)
