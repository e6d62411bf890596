// Provisioning creates the same enrollments, configurations and sessions as the operations for them.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { newSid } from '../../../../db/sid.ts'
import { gone, waiting } from '../../../support/assignments.ts'
import { change, make, sessionsOf, statesOf } from '../../../support/catalog.ts'
import {
  created,
  found,
  itemOf,
  type Members,
  type Provisioned,
  provision,
  provisionAll,
  provisionedOf,
  recordOf,
} from '../../../support/provision.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const enrollmentAt = ({ sids }: Provisioned) => `/courses/${sids.course}/enrollments/${sids.enrollment}`
const examAt = ({ sids }: Provisioned) => `/courses/${sids.course}/exams/${sids.exam}`
const states = (world: World, { sids }: Provisioned) => statesOf(world, sids.enrollment)

test('an enrolled learner has one session of the exam, with the effective duration', async () => {
  const world = await makeWorld()
  const item = itemOf('one', { exam: { configuration: { duration: 75 } } })
  const { sids } = await provision(world, item)
  await provision(world, item)
  expect(await sessionsOf(world, sids.exam)).toMatchObject([
    {
      ...{ installSid: world.installSid, courseSid: sids.course, examSid: sids.exam, userSid: sids.user },
      ...{ enrollmentSid: sids.enrollment, status: 'Needs Proctor', duration: 75 },
      accessKey: expect.stringMatching(/./),
    },
  ])
})

test('a learner gets a session of every open exam of the course, and a new exam creates one for every learner', async () => {
  const world = await makeWorld()
  const first = await provision(world, itemOf('one'))
  await make(world, `/courses/${first.sids.course}/exams`, { title: 'By the API' })
  const { course } = itemOf('one')
  const second = await provision(world, { ...itemOf('two'), course })
  expect(await states(world, second)).toEqual([waiting, waiting, waiting])
  expect(await states(world, first)).toEqual([waiting, waiting, waiting])
})

test('provisioning one learner leaves the sessions of the others untouched, and an updated exam reconciles them all', async () => {
  const world = await makeWorld()
  const { course, exam, ...person } = itemOf('one')
  const first = await provision(world, { course, exam, ...person })
  // Not reconciled: a row that was written without the operations.
  const neglected = newSid('EN')
  await world.stack.db.insert(enrollment).values({
    sid: neglected,
    installSid: sidOf('AI', world.installSid),
    courseSid: sidOf('CU', first.sids.course),
    userSid: sidOf('US', await world.user()),
  })
  await world.stack.db
    .update(examSession)
    .set({ duration: 7 })
    .where(eq(examSession.enrollmentSid, sidOf('EN', first.sids.enrollment)))
  const { user, enrollment: membership } = itemOf('two')
  const second = await provision(world, { course, exam, user, enrollment: membership })
  expect(await states(world, second)).toEqual([waiting])
  expect(await statesOf(world, neglected)).toEqual([])
  expect(await sessionsOf(world, first.sids.exam)).toContainEqual(
    expect.objectContaining({ enrollmentSid: first.sids.enrollment, duration: 7 }),
  )

  await provision(world, { course, exam: { ...exam, title: 'Final', requireApproval: true } })
  expect(await statesOf(world, neglected)).toEqual([waiting])
})

test('a new exam without a user gives each learner of the course a session', async () => {
  const world = await makeWorld()
  const { course, ...one } = itemOf('one')
  const made = await provision(world, { course, user: one.user, enrollment: one.enrollment })
  expect(await states(world, made)).toEqual([])
  await provision(world, { course, exam: one.exam })
  expect(await states(world, made)).toEqual([waiting])
})

test.each([{ limitedScope: true }, { status: 'draft' }])('an exam of %j creates no session', async exam => {
  const world = await makeWorld()
  expect(await states(world, await provision(world, itemOf('one', { exam })))).toEqual([])
})

test('an instructor gets no session', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one', { enrollment: { role: 'instructor' } }))
  expect(await recordOf(world, 'enrollment', made)).toMatchObject({ role: 'instructor' })
  expect(await states(world, made)).toEqual([])
})

test('an enrollment without a role is created as learner, and an existing one keeps its role', async () => {
  const world = await makeWorld()
  const bare = { ...itemOf('one'), enrollment: {} }
  const made = await provision(world, bare)
  expect(await recordOf(world, 'enrollment', made)).toMatchObject({ role: 'learner' })
  await provision(world, itemOf('one', { enrollment: { role: 'instructor' } }))
  expect((await provision(world, bare)).results).toEqual(found)
  expect(await recordOf(world, 'enrollment', made)).toMatchObject({ role: 'instructor' })
})

test('a change of the enrollment’s role is Updated, and sessions are opened or closed', async () => {
  const world = await makeWorld()
  const learner = await provision(world, itemOf('one'))
  const instructor = await provision(world, itemOf('one', { enrollment: { role: 'instructor' } }))
  expect(instructor).toEqual({
    sids: learner.sids,
    results: ['Found Existing', 'Found Existing', 'Updated', 'Found Existing'],
  })
  expect((await states(world, learner)).filter(([status]) => status !== 'Closed')).toEqual([])
  const back = await provision(world, itemOf('one'))
  expect(back.results[2]).toBe('Updated')
  expect((await states(world, learner)).filter(([status]) => status !== 'Closed')).toEqual([waiting])
})

test('a withdrawn enrollment is Updated: active again under its sid, with a new session', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one'))
  await change(world, 'DELETE', enrollmentAt(made))
  expect(await states(world, made)).toEqual([['Closed', 'withdrawn']])
  const again = await provision(world, itemOf('one'))
  expect(again).toEqual({
    sids: made.sids,
    results: ['Found Existing', 'Found Existing', 'Updated', 'Found Existing'],
  })
  expect(await recordOf(world, 'enrollment', again)).toMatchObject({ status: 'active', role: 'learner' })
  expect(await states(world, made)).toEqual([['Closed', 'withdrawn'], waiting])
})

test('an item without an enrollment does not restore a withdrawn one', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one'))
  await change(world, 'DELETE', enrollmentAt(made))
  const { course, user, exam } = itemOf('one')
  await changingNoRow(world, () => provision(world, { course, user, exam }))
})

test.each([
  ['limitedScope', true, gone],
  ['status', 'draft', waiting],
])(
  'an exam whose %s becomes %j leaves waiting sessions as by its own operation',
  async (name, value, closed) => {
    const world = await makeWorld()
    const made = await provision(world, itemOf('one'))
    const updated = await provision(world, itemOf('one', { exam: { [name]: value } }))
    expect(updated.results[3]).toBe('Updated')
    expect(await states(world, made)).toEqual([closed])
  },
)

test.each([
  [{ limitedScope: true }, { limitedScope: false }],
  [{ status: 'draft' }, { status: 'active' }],
])('an exam that changes from %j to %j opens sessions', async (before, after) => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one', { exam: before }))
  expect(await states(world, made)).toEqual([])
  await provision(world, itemOf('one', { exam: after }))
  expect(await states(world, made)).toEqual([waiting])
})

const configuration = {
  ...{ duration: 60, attempts: 2, password: 'sésame', proctorTypes: ['live'], permittedNotes: true },
  ...{ examOpenDate: '2027-03-01T08:00:00.000Z', examCloseDate: '2027-03-05T17:00:00.000Z' },
}

test('the exam’s configuration becomes the primary one of a new exam', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one', { exam: { configuration } }))
  const { configuration: primary } = await recordOf(world, 'exam', made)
  expect(primary).toMatchObject({ ...configuration, password: null, type: 'primary' })
  const listed = await world.admin('GET', world.path(`${examAt(made)}/configurations`))
  expect(listed.count('total')).toBe(1)
})

test('an existing exam keeps its configuration, whatever is sent', async () => {
  const world = await makeWorld()
  await provision(world, itemOf('one', { exam: { configuration } }))
  const others: Members[] = [{}, { duration: 90 }, { duration: null, password: 'other' }]
  await changingNoRow(world, async () => {
    for (const other of others)
      expect((await provision(world, itemOf('one', { exam: { configuration: other } }))).results).toEqual(
        found,
      )
  })
})

test.each([
  ['duration', { duration: -1 }],
  ['examCloseDate', { examOpenDate: '2027-03-02T00:00:00.000Z', examCloseDate: '2027-03-01T00:00:00.000Z' }],
])(
  'a configuration with an invalid %s is 400 and named alone, and refused in a batch',
  async (name, wrong) => {
    const world = await makeWorld()
    const item = itemOf('one', { exam: { configuration: wrong } })
    await changingNoRow(world, async () => {
      const alone = await world.admin('POST', world.path('/provision'), { body: item })
      expect([alone.status, alone.raw]).toEqual([400, expect.stringContaining(`exam.configuration.${name}`)])
      const batch = await world.admin('POST', world.path('/provision/batch'), { body: { items: [item] } })
      expect([batch.status, batch.raw]).toEqual([200, expect.stringContaining(`exam.configuration.${name}`)])
      expect(batch.list('results')).toMatchObject([{ result: 'Refused' }])
    })
  },
)

test('a batch creates the same sessions as single calls', async () => {
  const [single, batch] = [await makeWorld(), await makeWorld()]
  const { course } = itemOf('one')
  const items = ['one', 'two', 'three'].map(name => ({ ...itemOf(name), course }))
  const alone: Provisioned[] = []
  for (const item of items) alone.push(await provision(single, item))
  const together = (await provisionAll(batch, items)).map(provisionedOf)
  expect(together.map(({ results }) => results)).toEqual(alone.map(({ results }) => results))
  expect(together[0]?.results).toEqual(created)
  for (const one of alone) expect(await states(single, one)).toEqual([waiting, waiting, waiting])
  for (const one of together) expect(await states(batch, one)).toEqual([waiting, waiting, waiting])
})
