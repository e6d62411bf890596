// The record of A7 and A8: every field of the interface's table, in every response.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addSession,
  type ExamWorld,
  enroll,
  everyField,
  everything,
  flags,
  type Members,
  makeExam,
  nullable,
  texts,
  windows,
} from '../../../support/configurations.ts'

let exam: ExamWorld
let accommodationSid: string
let responses: Record<string, Members>
const nested = ({ body }: { body: Members }): Members => Object(body['configuration'])

beforeAll(async () => {
  exam = await makeExam(everything)
  const { admin, at, primarySid, courseSid, examSid, path } = exam
  const created = await exam.accommodate({ duration: 120 })
  accommodationSid = created.text('sid')
  const [primary, accommodation] = (await admin('GET', at())).list('results')
  responses = {
    A7: created.body,
    'A7 as a copy': (await exam.add({ referenceExamConfigurationSid: primarySid })).body,
    A8: (await exam.replace(accommodationSid, { duration: 150 })).body,
    'GET of the primary one': await exam.read(primarySid),
    'GET of an accommodation': await exam.read(accommodationSid),
    'the list’s first': primary ?? {},
    'the list’s second': accommodation ?? {},
    approve: (await admin('POST', at(accommodationSid, 'approve'))).body,
    lock: (await admin('POST', at(accommodationSid, 'lock'))).body,
    unlock: (await admin('POST', at(accommodationSid, 'unlock'))).body,
    'GET of the exam': nested(await admin('GET', path(`/courses/${courseSid}/exams/${examSid}`))),
    'POST of an exam': nested(
      await admin('POST', path(`/courses/${courseSid}/exams`), { body: { title: 'Second' } }),
    ),
  }
})

test.each(everyField)('%s is in every response', field => {
  for (const [name, body] of Object.entries(responses)) expect(body, name).toHaveProperty([field])
})

test('no response has a field that the interface does not list', () => {
  for (const [name, body] of Object.entries(responses))
    expect(Object.keys(body).toSorted(), name).toEqual(everyField.toSorted())
})

const shapes: [fields: string[], what: string, shape: unknown][] = [
  [['sid'], 'an EC sid', expect.stringMatching(/^EC[a-f0-9]{32}$/)],
  [['examSid'], 'an EX sid', expect.stringMatching(/^EX[a-f0-9]{32}$/)],
  [['type'], 'primary or accommodation', expect.stringMatching(/^(primary|accommodation)$/)],
  [['locked', 'approved'], 'a boolean', expect.any(Boolean)],
  [['proctorTypes', 'instructorAsProctor', 'attachments', 'examFiles'], 'a list', expect.any(Array)],
  [['exam', 'course'], 'an object', expect.any(Object)],
  [
    ['createdDate', 'editDate'],
    'a date-time with milliseconds',
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  ],
]

test.each(shapes)('%j is %s in every response', (fields, _, shape) => {
  for (const body of Object.values(responses))
    for (const field of fields) expect(body).toHaveProperty(field, shape)
})

const kinds: [kind: string, fields: string[]][] = [
  ['string', [...texts, ...windows, 'approvedBy', 'enrollmentSid', 'referenceExamConfigurationSid']],
  ['string', ['apiExamId', 'examSyncStatus', 'synchronization']],
  ['number', ['duration', 'attempts', 'attemptsRemaining']],
  ['boolean', flags],
  ['object', ['modalityOptions', 'enrollment', 'instructor']],
]

test.each(kinds)('what can be null is otherwise of type %s: %j', (kind, fields) => {
  for (const body of Object.values(responses))
    for (const field of fields)
      expect([kind, 'null']).toContain(body[field] === null ? 'null' : typeof body[field])
})

test.each(['apiExamId', 'examSyncStatus', 'synchronization'])('%s is null, since nothing sets it', field => {
  for (const body of Object.values(responses)) expect(body).toHaveProperty(field, null)
})

describe('every member of A7', () => {
  test.each(Object.entries(everything))('%s is stored as %j', async (field, value) => {
    const created = await exam.accommodate({ [field]: value })
    expect(created.body[field]).toEqual(
      field === 'instructorAsProctor' && Array.isArray(value)
        ? value.map(entry => ({ ...entry, sid: expect.stringMatching(/^IP[a-f0-9]{32}$/) }))
        : value,
    )
    expect(await exam.read(created.text('sid'))).toEqual(created.body)
  })

  test.each([...nullable, ...flags, 'password'])('%s that is not sent is null, as with null', async field => {
    const { [field]: _, ...others } = everything
    expect((await exam.accommodate(others)).body).toHaveProperty([field], null)
    expect((await exam.accommodate({ ...others, [field]: null })).body).toHaveProperty([field], null)
  })

  test.each(['proctorTypes', 'instructorAsProctor', 'attachments'])(
    '%s that is not sent is an empty list',
    async field => {
      expect((await exam.accommodate()).body).toHaveProperty(field, [])
    },
  )

  test('is also a member of the configuration of an exam', async () => {
    const { configuration, ...primary } = {
      configuration: everything,
      ...(await (await makeExam(everything)).read()),
    }
    const entries = [everything['instructorAsProctor']]
      .flat()
      .map(entry => expect.objectContaining(Object(entry)))
    expect(primary).toMatchObject({ ...configuration, instructorAsProctor: entries, type: 'primary' })
  })

  test.each(flags)('%s of a primary configuration is false when it is not sent', async field => {
    const { admin, path, courseSid } = exam
    const created = await admin('POST', path(`/courses/${courseSid}/exams`), { body: { title: 'Plain' } })
    expect(nested(created)).toHaveProperty(field, false)
  })
})

describe('members of the record from other records', () => {
  test('exam has sid, title, type and status', async () => {
    const { sid, title, type, status } = {
      sid: exam.examSid,
      title: 'Midterm',
      type: 'Online',
      status: 'active',
    }
    for (const one of [exam.primarySid, accommodationSid])
      expect(await exam.read(one)).toMatchObject({ examSid: sid, exam: { sid, title, type, status } })
  })

  test('course has sid, title and code', async () => {
    expect(await exam.read()).toMatchObject({
      course: { sid: exam.courseSid, title: 'Statistics', code: 'ST1' },
    })
  })

  test('enrollment is that of the accommodation, and null in the primary one', async () => {
    const { enrollmentSid: sid, userSid } = exam
    const enrollment = { sid, userSid, role: 'learner', status: 'active' }
    expect(await exam.read(accommodationSid)).toMatchObject({ enrollmentSid: sid, enrollment })
    expect(await exam.read()).toMatchObject({ enrollmentSid: null, enrollment: null })
  })

  test('instructor is null, then the course’s first instructor', async () => {
    const own = await makeExam()
    expect(await own.read()).toHaveProperty('instructor', null)
    const userSid = await own.user({ firstName: 'Grace' })
    await enroll(own.world, own.courseSid, { userSid, role: 'instructor' })
    await enroll(own.world, own.courseSid, { role: 'instructor' })
    expect(await own.read()).toMatchObject({ instructor: { sid: userSid, firstName: 'Grace' } })
  })

  test('attemptsRemaining of an accommodation counts the learner’s started sessions', async () => {
    const own = await makeExam({ attempts: 4 })
    const sid = (await own.accommodate()).text('sid')
    await addSession(own)
    await addSession(own, { inProgressDate: null })
    expect(await own.read(sid)).toMatchObject({ attempts: null, attemptsRemaining: 3 })
    await own.replace(sid, { attempts: 9 })
    expect(await own.read(sid)).toMatchObject({ attempts: 9, attemptsRemaining: 8 })
  })
})

test('a PUT keeps createdDate and changes editDate', async () => {
  const created = await exam.accommodate()
  expect(created.text('editDate')).toBe(created.text('createdDate'))
  await new Promise(resolve => setTimeout(resolve, 10))
  const replaced = await exam.replace(created.text('sid'), { duration: 5 })
  expect(replaced.text('createdDate')).toBe(created.text('createdDate'))
  expect(Date.parse(replaced.text('editDate'))).toBeGreaterThan(Date.parse(created.text('editDate')))
})
