// No operation shows a learner the data of others, proctor notes or passwords. A credential of the role reads no personal
// data at all. Generated from the table of routes, so that a new operation is tested as well.
import { beforeAll, describe, expect, test } from 'vitest'
import { operationIdOf, type Route } from '../../src/shared/http/route.ts'
import type { Call } from '../support/client.ts'
import { freeFamilies } from '../support/configurations.ts'
import { bodies, type Everything, makeEverything } from '../support/everything.ts'
import { makePersonalData } from '../support/personal-data.ts'
import { rotating } from '../support/rounds.ts'
import { guardedRoutes } from '../support/routes.ts'
import { run } from '../support/session-steps.ts'
import { issueToken, staffUser } from '../support/tokens.ts'
import { allow } from '../support/world.ts'

let all: Everything
/** The sids of another learner with an accommodation, a session and an event in another exam. */
let others: Record<string, string>
/** Texts that no learner may read, and those that only the own learner may. */
let hidden: string[]
let own: string[]
const callers = new Map<string, Call>()

const proctorNotes = 'Watch the second door.'
const password = 'open-sesame-of-the-exam'
const policy = { version: '1', statements: allow(['sp:*'], ['*']) }

beforeAll(async () => {
  all = await makeEverything()
  const { world, sids } = all
  const { admin, path, courseSid, examSid, userSid } = world
  const person = await makePersonalData(world)
  const exams = `/courses/${person.courseSid}/exams`
  const [exam] = (await admin('GET', path(exams))).list('results')
  const configurations = `${exams}/${exam?.['sid']}/configurations`
  const [accommodation] = (await admin('GET', path(`${configurations}?type=accommodation`))).list('results')
  const sessions = path(`/exams/${exam?.['sid']}/sessions`)
  const [session] = (await admin('GET', sessions)).list('results')
  const [event] = (await admin('GET', `${sessions}/${session?.['sid']}/events`)).list('results')
  others = {
    ...sids,
    ...{ userSid: person.userSid, enrollmentSid: person.enrollmentSid, courseSid: person.courseSid },
    examSid: String(exam?.['sid']),
    examConfigurationSid: String(accommodation?.['sid']),
    sessionSid: String(session?.['sid']),
    eventSid: String(event?.['sid']),
  }

  // The own exam has notes, a password, and an instructor whose name is personal data, too.
  const at = path(`/courses/${courseSid}/exams/${examSid}/configurations`)
  const [primary] = (await admin('GET', `${at}?type=primary`)).list('results')
  const body = { duration: 60, proctorNotes, password }
  for (const sid of [primary?.['sid'], sids['examConfigurationSid']])
    expect((await admin('PUT', `${at}/${sid}`, { body })).status).toBe(200)
  const instructorSid = await staffUser(world)
  const enrolled = await admin('POST', path(`/courses/${courseSid}/enrollments`), {
    body: { userSid: instructorSid, role: 'instructor' },
  })
  expect(enrolled.status).toBe(201)
  const emailOf = async (sid: string) => (await admin('GET', path(`/users/${sid}/profile`))).text('email')
  await run(world, 'schedule')

  hidden = [...Object.values(person.marks).filter(mark => mark.length > 8), proctorNotes, password]
  own = [await emailOf(userSid), await emailOf(instructorSid)]
  callers.set('admin', admin)
  callers.set('a credential', (await world.credential(policy.statements, 'learner')).call)
  const issue = async (members: object) =>
    (await issueToken(world, { targetUserSid: userSid, ...members })).call
  callers.set('an api token', await issue({ tokenType: 'api', policy }))
  callers.set('an exam-session', await issue({}))
  callers.set(
    'an assessment-viewer',
    await issue({ elementType: 'assessment-viewer', resource: others['examSid'] }),
  )
  await freeFamilies(world)
})

const fill = ({ path }: Route<never>, sids: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sids[name] ?? `PA${'0'.repeat(32)}`)

/** Sends each operation for the own and for the other learner, and returns the texts of the responses. */
async function responses(
  call: Call,
  { method, path, action, body, upload }: Route<never>,
  whose: Everything['sids'][],
) {
  const texts: { status: number; text: string }[] = []
  for (const sids of whose) {
    const sent = body && !upload ? { body: bodies({ sids })[action ?? ''] ?? {} } : {}
    const query = method === 'get' && path.endsWith('/configurations') ? ['', '?type=primary'] : ['']
    for (const rest of query) {
      const { status, raw } = await call(method, fill({ path } as Route<never>, sids) + rest, sent)
      texts.push({ status, text: raw.toLowerCase() })
    }
  }
  return texts
}

const marksIn = (texts: { text: string }[], marks: string[]) =>
  marks.filter(mark => texts.some(({ text }) => text.includes(mark.toLowerCase())))

const reads = guardedRoutes.filter(({ method }) => method === 'get')
const writes = guardedRoutes.filter(({ method }) => method !== 'get')
const named = (routes: typeof guardedRoutes) => routes.map(route => [operationIdOf(route), route] as const)
const learners = ['a credential', 'an api token', 'an exam-session', 'an assessment-viewer']

function callOf(who: string): Call {
  const call = callers.get(who)
  if (!call) throw new Error(`Nobody is ${who}.`)
  return call
}

test('control: an administrator reads the texts', async () => {
  const texts = []
  for (const route of reads) texts.push(...(await responses(callOf('admin'), route, [all.sids, others])))
  const seen = marksIn(texts, [...hidden, ...own])
  expect(seen).toEqual(expect.arrayContaining([proctorNotes, password, ...own]))
  expect(seen.length).toBeGreaterThan(20)
})

test.each(learners.slice(1))('control: %s reads data of its user', async who => {
  const texts = []
  for (const route of reads) texts.push(...(await responses(callOf(who), route, [all.sids])))
  expect(marksIn(texts, own)).toContain(own[0])
})

/** In `npm test`, each kind of learner sends a quarter of the requests, so that one kind sends each. */
describe.each(learners)('%s of a learner', who => {
  test.each(rotating(named(reads), learners.indexOf(who), Math.ceil(reads.length / learners.length)))(
    'reads nothing hidden by %s',
    async (_, route) => {
      const texts = await responses(callOf(who), route, [all.sids, others])
      expect(marksIn(texts, hidden)).toEqual([])
      if (who === 'a credential') expect(marksIn(texts, own)).toEqual([])
    },
  )
})

test.each(named(writes))(
  '%s shows a credential and an api token of a learner nothing hidden',
  async (_, route) => {
    for (const who of rotating(['a credential', 'an api token'], writes.indexOf(route), 1))
      expect(marksIn(await responses(callOf(who), route, [others]), hidden), who).toEqual([])
  },
)
