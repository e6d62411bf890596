import { describe, expect, test } from 'vitest'
import { type Course, change, make, makeCourse, statesOf } from '../../../support/catalog.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

const items = [
  ...['BathroomBreak', 'BlankPaper', 'Calculator', 'Dictionary', 'Earplugs'],
  ...['FormulaSheet', 'Notes', 'Textbook', 'Websites'],
]

/** Every configuration member of A7. */
const configuration = {
  examOpenDate: '2030-01-01T08:00:00.000Z',
  examCloseDate: '2030-01-31T20:00:00.000Z',
  scheduleOpenDate: '2029-12-01T00:00:00.000Z',
  scheduleCloseDate: '2030-01-30T00:00:00.000Z',
  ...{
    duration: 90,
    attempts: 2,
    requiredSoftware: 'None',
    studentNotes: 'Bring an ID.',
    proctorNotes: 'Be kind.',
  },
  ...{
    url: 'https://lms.example/quiz/1?a=b#c',
    password: 'Open “sesame” 7',
    virtualCalculatorType: 'scientific',
  },
  ...Object.fromEntries(items.map((item, at) => [`permitted${item}`, at % 2 === 0])),
  ...Object.fromEntries(items.map(item => [`permitted${item}Information`, `About ${item}`])),
  permittedOtherItems: 'A teddy bear',
  proctorTypes: ['live', 'automated'],
  modalityOptions: { browser: { lock: true }, list: [1, 'two', null] },
}
const proctoring = [
  {
    location: 'Room 1',
    startTime: '2030-01-02T08:00:00.000Z',
    endTime: '2030-01-02T12:00:00.000Z',
    capacity: 12,
  },
  { location: null, startTime: null, endTime: null, capacity: null },
]

async function scene() {
  const course = await makeCourse(await makeWorld())
  const path = (sid: string) => course.world.path(course.at(`/exams/${sid}`))
  return { course, world: course.world, path }
}

const configurationOf = (course: Course, examSid: string, sid: unknown) =>
  course.world.admin('GET', course.world.path(course.at(`/exams/${examSid}/configurations/${sid}`)))

describe('the configuration of a new exam', () => {
  test('is its primary one and is returned with it, in at most 2 round trips', async () => {
    const { course, world, path } = await scene()
    const body = { title: 'Final', configuration: { ...configuration, instructorAsProctor: proctoring } }
    const created = await make(world, course.at('/exams'), body)
    expect(created.roundTrips).toBeLessThanOrEqual(2)
    const sid = created.text('sid')
    const { examConfigurationSid } = created.body
    const entry = { sid: expect.stringMatching(/^IP[a-f0-9]{32}$/) }
    expect(created.body['configuration']).toMatchObject({
      ...configuration,
      password: null, // only for readers of the configuration itself
      ...{ sid: examConfigurationSid, examSid: sid, type: 'primary', enrollmentSid: null },
      ...{ referenceExamConfigurationSid: null, locked: false, attachments: [] },
      instructorAsProctor: proctoring.map(proctor => ({ ...proctor, ...entry })),
    })
    const read = await world.admin('GET', path(sid))
    expect(read.roundTrips).toBe(1)
    expect(read.body).toEqual(created.body)
    const { configuration: shown } = created.body
    expect((await configurationOf(course, sid, examConfigurationSid)).body).toEqual({
      ...(shown as object),
      password: configuration.password,
    })
  })

  test('is empty if the body has no configuration', async () => {
    const { course, world } = await scene()
    const created = await make(world, course.at('/exams'), { title: 'Final' })
    const nulls = Object.fromEntries(Object.keys(configuration).map(name => [name, null]))
    const empty = { proctorTypes: [], instructorAsProctor: [], attachments: [] }
    const { configuration: shown } = created.body
    const permitted = Object.fromEntries(
      items.map(item => [`permitted${item}`, expect.toBeOneOf([null, false])]),
    )
    expect(shown).toMatchObject({ ...nulls, ...permitted, ...empty, type: 'primary' })
    expect(
      await configurationOf(course, created.text('sid'), created.body['examConfigurationSid']),
    ).toMatchObject({
      status: 200,
    })
  })

  test('is not changed by an update of the exam', async () => {
    const { course, world, path } = await scene()
    const created = await make(world, course.at('/exams'), { title: 'Final', configuration })
    const updated = await world.admin('PUT', path(created.text('sid')), {
      body: { title: 'Last', type: 'Written' },
    })
    expect(updated.status).toBe(200)
    const { examConfigurationSid } = created.body
    expect(updated.body).toMatchObject({ title: 'Last', examConfigurationSid })
    expect(updated.body['configuration']).toMatchObject({ ...configuration, password: null })
  })

  test('is named but not contained in a list, and neither is its password', async () => {
    const { course, world } = await scene()
    const created = await make(world, course.at('/exams'), { title: 'Final', configuration })
    const list = await world.admin('GET', world.path(course.at('/exams')))
    const { configuration: _, ...item } = created.body
    expect(list.list('results')).toEqual([item])
    expect(list.raw).not.toContain('sesame')
  })
})

describe.each([
  [
    'a deleted exam',
    (course: Course, sid: string) => change(course.world, 'DELETE', course.at(`/exams/${sid}`)),
  ],
  [
    'an exam with the status deleted',
    (course: Course, sid: string) =>
      change(course.world, 'PUT', course.at(`/exams/${sid}`), { status: 'deleted' }),
  ],
] as const)('%s', (_, remove) => {
  test('can be read by its sid, with only its status changed', async () => {
    const { course, world, path } = await scene()
    const created = await make(world, course.at('/exams'), { title: 'Final', lmsId: 'L', configuration })
    const sid = created.text('sid')
    await remove(course, sid)
    const read = await world.admin('GET', path(sid))
    expect(read).toMatchObject({ status: 200, roundTrips: 1 })
    const edited = {
      editDate: expect.any(String),
      configuration: expect.objectContaining({ ...configuration, password: null }),
    }
    expect(read.body).toEqual({ ...created.body, status: 'deleted', ...edited })
  })

  test('is listed with status=deleted only', async () => {
    const { course, world } = await scene()
    await remove(course, await course.exam())
    const total = async (query: string) =>
      (await world.admin('GET', world.path(course.at(`/exams${query}`)))).count('total')
    expect([await total(''), await total('?status=active'), await total('?status=draft')]).toEqual([0, 0, 0])
    expect(await total('?status=deleted')).toBe(1)
    expect(await total('?status=active,deleted')).toBe(1)
  })

  test('gives no session to a learner who enrolls later', async () => {
    const { course, world } = await scene()
    const sid = await course.exam()
    await remove(course, sid)
    await course.enroll()
    expect(await statesOf(world, sid)).toEqual([])
  })
})

test('the course of an exam cannot be changed', async () => {
  const { course, world, path } = await scene()
  const sid = await course.exam()
  const other = await makeCourse(world)
  const answer = await world.admin('PUT', path(sid), { body: { courseSid: other.sid } })
  expect(problemOf(answer, 400).map(({ path: at }) => at)).toEqual(['courseSid'])
  expect((await world.admin('GET', path(sid))).body).toMatchObject({ courseSid: course.sid })
})
