// Concurrent A2 calls on one exam, on a real Postgres, leave exactly the sessions that the final assignments require.
import { beforeAll, expect, test } from 'vitest'
import { type Members, makeAssignable } from '../../../support/assignments.ts'
import { sessionsOf } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { rounds as roundsOf } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const rounds = roundsOf({ quick: 1, all: 5 })
const atOnce = 20

let world: World
beforeAll(async () => {
  world = await makeWorld(await sharedStack('postgres'))
}, 180_000)

/** A crowded exam: twelve learners, three of them in each of two sections. */
async function makeCrowd() {
  const exam = await makeAssignable({}, world)
  const sections = [await exam.section(), await exam.section()]
  const learners = [exam.learner]
  for (const sectionSids of [...sections, ...sections, ...sections, ...Array(5).fill(undefined)])
    learners.push(await exam.enroll(sectionSids === undefined ? {} : { sectionSids: [sectionSids] }))
  return { exam, sections, learners }
}

type Crowd = Awaited<ReturnType<typeof makeCrowd>>

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
const sidsIn = (value: unknown, name: string): unknown[] => {
  const list = member(value, name)
  return Array.isArray(list) ? list : []
}

/** Returns the enrollments that the assignments cover, directly or by a section. */
async function covered({ exam }: Crowd): Promise<Set<unknown>> {
  const enrollments = await world.admin('GET', world.path(exam.at('/enrollments?limit=1000')))
  const assignments = await exam.list()
  const sections = new Set(assignments.flatMap(({ targets }) => sidsIn(targets, 'sectionSids')))
  const bySection = enrollments
    .list('results')
    .filter(enrollment => sidsIn(enrollment, 'sectionSids').some(sid => sections.has(sid)))
    .map(({ sid }) => sid)
  return new Set([...assignments.flatMap(({ targets }) => sidsIn(targets, 'enrollmentSids')), ...bySection])
}

/** Expects one session for each covered learner, none for others, and all other sessions closed for that reason. */
async function isConsistent(crowd: Crowd): Promise<void> {
  const sessions = await sessionsOf(world, crowd.exam.examSid)
  const active = sessions
    .filter(({ status }) => status !== 'Closed')
    .map(({ enrollmentSid }) => enrollmentSid)
  expect(active.toSorted()).toEqual([...(await covered(crowd))].toSorted())
  const closed = sessions.filter(({ status }) => status === 'Closed')
  expect(
    new Set(closed.map(({ statusReason }) => statusReason).concat('removed-by-limited-scope')).size,
  ).toBe(1)
}

/** Expects that each call was either granted, or refused because another call had removed the assignment. */
function hadItsTurn(answers: Answer[]): void {
  for (const { status, raw } of answers) expect([200, 404], raw.slice(0, 300)).toContain(status)
}

const pick = <T>(list: T[], n: number): T[] => list.filter((_, at) => at % list.length === n % list.length)

/** Returns the calls of a round: each adds, updates and removes assignments, partly the same ones as other calls. */
function callsOf({ learners, sections }: Crowd, sids: unknown[], round: number): Members[] {
  return Array.from({ length: atOnce }, (_, n) => {
    const targets = {
      enrollmentSids: pick(learners, n + round),
      sectionSids: n % 3 === 0 ? pick(sections, n) : [],
    }
    const added = [{ examOpenDate: '2026-12-01', targets }]
    const updated = pick(sids, n).map(sid => ({ sid, targets: { added: targets } }))
    const removed = pick(sids, n + 1)
    const emptied = pick(sids, n).map(sid => ({ sid, targets: { removed: { sectionSids: sections } } }))
    const kinds = [{ added }, { updated }, { removed }, { updated: emptied }, { added, removed }]
    return kinds[n % kinds.length] ?? {}
  })
}

test(`of ${atOnce} simultaneous calls each is granted or 404, and sessions match the assignments, in ${rounds} rounds`, async () => {
  const crowd = await makeCrowd()
  for (let round = 0; round < rounds; round += 1) {
    const sids = (await crowd.exam.list()).map(({ sid }) => sid)
    hadItsTurn(await Promise.all(callsOf(crowd, sids, round).map(crowd.exam.put)))
    await isConsistent(crowd)
  }
}, 180_000)

test(`${atOnce} equal calls create ${atOnce} assignments and one session`, async () => {
  const { exam, learners } = await makeCrowd()
  const body = { added: [{ targets: { enrollmentSids: learners } }] }
  const answers = await Promise.all(Array.from({ length: atOnce }, () => exam.put(body)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await exam.list()).toHaveLength(atOnce)
  const sessions = await sessionsOf(world, exam.examSid)
  expect(sessions.map(({ enrollmentSid }) => enrollmentSid).toSorted()).toEqual(learners.toSorted())
}, 60_000)

test(`of ${atOnce} calls that remove the same assignment one is granted and the others are 404`, async () => {
  const { exam, learners } = await makeCrowd()
  const removed = [await exam.assign(...learners)]
  const answers = await Promise.all(Array.from({ length: atOnce }, () => exam.put({ removed })))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, ...Array(atOnce - 1).fill(404)])
  expect(new Set((await sessionsOf(world, exam.examSid)).map(({ status }) => status))).toEqual(
    new Set(['Closed']),
  )
}, 60_000)

test(`calls that race moves between sections leave matching sessions, in ${rounds} rounds`, async () => {
  const crowd = await makeCrowd()
  const { exam, learners, sections } = crowd
  const move = (enrollmentSid: string, sectionSids: string[]) =>
    world.admin('PUT', world.path(exam.at(`/enrollments/${enrollmentSid}`)), { body: { sectionSids } })
  await exam.assignSections(...sections)
  for (let round = 0; round < rounds; round += 1) {
    const sids = (await exam.list()).map(({ sid }) => sid)
    const changes = callsOf(crowd, sids, round).map(body => exam.put(body))
    const moves = learners.map((learner, n) => move(learner, n % 2 === round % 2 ? pick(sections, n) : []))
    hadItsTurn(await Promise.all([...changes, ...moves]))
    await isConsistent(crowd)
  }
}, 180_000)

test('a call that races the withdrawal of its target leaves the learner no waiting session', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const exam = await makeAssignable({}, world)
    const assigning = exam.put({ added: [{ targets: { enrollmentSids: [exam.learner] } }] })
    const withdrawing = world.admin('DELETE', world.path(exam.at(`/enrollments/${exam.learner}`)))
    const [assigned, withdrawn] = await Promise.all([assigning, withdrawing])
    expect(withdrawn.status).toBe(200)
    expect([200, 400]).toContain(assigned.status)
    expect((await exam.states()).filter(([status]) => status !== 'Closed')).toEqual([])
  }
}, 60_000)
