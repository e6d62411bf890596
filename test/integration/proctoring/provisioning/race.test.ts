// Many simultaneous provisions of the same records, on a real Postgres, create each record once.
import { count, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../../db/schema/exam.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { make, sessionsOf } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import {
  itemOf,
  type Provisioned,
  parts,
  provision,
  provisionedOf,
  send,
  sendBatch,
} from '../../../support/provision.ts'
import { rounds as roundsOf } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const rounds = roundsOf({ quick: 1, all: 5 })
const atOnce = 30

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack('postgres')
}, 180_000)

/** The number of rows of each kind in the install. */
async function rowsOf({ stack: { db }, installSid }: World): Promise<Record<string, number>> {
  const tables = { course, user, enrollment, exam, examConfiguration, examSession }
  const counts: Record<string, number> = {}
  for (const [name, table] of Object.entries(tables)) {
    const [row] = await db
      .select({ rows: count() })
      .from(table)
      .where(eq(table.installSid, sidOf('AI', installSid)))
    counts[name] = row?.rows ?? 0
  }
  return counts
}

const once = { course: 1, user: 1, enrollment: 1, exam: 1, examConfiguration: 1, examSession: 1 }

/** The results of the items of the responses, single or batch. Expects that every item was granted. */
const outcomesOf = (answers: Answer[]): Provisioned[] =>
  answers.flatMap(answer => {
    expect(answer.status, answer.raw.slice(0, 300)).toBe(200)
    const { results } = answer.body
    if (results === undefined) return provisionedOf(answer.body)
    return answer.list('results').map(result => {
      expect(result['error']).toBeNull()
      return provisionedOf(result)
    })
  })

/** Expects the same sids in all results, and one result Created for each record. */
function isOne(outcomes: Provisioned[]): void {
  for (const part of parts) expect(new Set(outcomes.map(({ sids }) => sids[part])).size).toBe(1)
  for (const at of parts.keys())
    expect(outcomes.filter(({ results }) => results[at] === 'Created')).toHaveLength(1)
}

test(`${atOnce} equal simultaneous provisions, single and in batches, create one of each record, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld(stack)
    const item = itemOf('one', { exam: { configuration: { duration: 60 } } })
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, n) =>
        n % 3 === 0 ? sendBatch(world, [item, item]) : send(world, item),
      ),
    )
    isOne(outcomesOf(answers))
    expect(await rowsOf(world)).toEqual(once)
  }
}, 180_000)

test(`batches that name the same records in opposite orders do not deadlock, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld(stack)
    const items = Array.from({ length: 20 }, (_, n) => itemOf(`n${n}`))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sendBatch(world, n % 2 === 0 ? items : items.toReversed())),
    )
    expect(outcomesOf(answers)).toHaveLength(200)
    expect(await rowsOf(world)).toEqual(Object.fromEntries(Object.keys(once).map(name => [name, 20])))
  }
}, 180_000)

test(`provisions that race enrollments and exams of the API leave each learner one session of each exam, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld(stack)
    const { sids } = await provision(world, { course: itemOf('one').course })
    const at = `/courses/${sids.course}`
    const users = await Promise.all(Array.from({ length: 5 }, () => world.user()))
    const provisions = Array.from({ length: 15 }, (_, n) =>
      send(world, { ...itemOf(`n${n % 5}`), course: { ids: { sid: sids.course } } }),
    )
    const made = await Promise.all([
      ...users.map(userSid => make(world, `${at}/enrollments`, { userSid })),
      ...Array.from({ length: 5 }, (_, n) => make(world, `${at}/exams`, { title: `Exam ${n}` })),
    ])
    outcomesOf(await Promise.all(provisions))
    const rows = await rowsOf(world)
    expect(rows).toEqual({
      course: 1,
      user: 10,
      enrollment: 10,
      exam: 10,
      examConfiguration: 10,
      examSession: 100,
    })
    const last = made.at(-1)?.text('sid') ?? ''
    const sessions = await sessionsOf(world, last)
    expect(new Set(sessions.map(({ enrollmentSid }) => enrollmentSid)).size).toBe(10)
  }
}, 180_000)

test('simultaneous provisions and enrollments of one user in one course create one enrollment', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld(stack)
    const { course: which, user: who } = itemOf('one')
    const { sids } = await provision(world, { course: which, user: who })
    const body = { userSid: sids.user }
    const path = world.path(`/courses/${sids.course}/enrollments`)
    const [provisioned, enrolled] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => send(world, itemOf('one')))),
      Promise.all(Array.from({ length: 10 }, () => world.admin('POST', path, { body }))),
    ])
    outcomesOf(provisioned)
    for (const { status } of enrolled) expect([201, 409]).toContain(status)
    expect(enrolled.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
    expect(await rowsOf(world)).toEqual(once)
  }
}, 180_000)

test('of simultaneous provisions with the same username one is granted, and the others are refused', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld(stack)
    const items = Array.from({ length: 20 }, (_, n) => itemOf(`n${n}`, { user: { username: 'ada' } }))
    const answers = await Promise.all(
      items.map((item, n) => (n % 2 === 0 ? send(world, item) : sendBatch(world, [item]))),
    )
    const codes = answers.map(answer => {
      expect([200, 409], answer.raw.slice(0, 300)).toContain(answer.status)
      if (answer.status === 409) return answer.text('code')
      const [result] = 'results' in answer.body ? answer.list('results') : []
      return /"code":"(\w+)"/.exec(JSON.stringify(result?.['error'] ?? null))?.[1] ?? 'granted'
    })
    expect(codes.toSorted()).toEqual(['granted', ...Array(19).fill('username_taken')])
    expect(await rowsOf(world)).toMatchObject(once)
  }
}, 180_000)
