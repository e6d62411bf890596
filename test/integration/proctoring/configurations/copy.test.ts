// A7 with referenceExamConfigurationSid: a copy. Members of the body override it.
import { beforeAll, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import {
  changingNothing,
  type ExamWorld,
  entry,
  everything,
  flags,
  type Members,
  makeExam,
  nullable,
} from '../../../support/configurations.ts'
import { badPaths } from '../../../support/problem.ts'

let exam: ExamWorld
let accommodation: Members
let accommodationSid: string
beforeAll(async () => {
  exam = await makeExam(everything)
  accommodationSid = (await exam.accommodate()).text('sid')
  const attachments = [{ attachmentUrl: 'https://files.example/a.pdf', attachmentAwsTitle: 'A' }]
  accommodation = (await exam.replace(accommodationSid, { ...everything, attachments })).body
})

const copy = (sid: string, members: Members = {}) =>
  exam.add({ referenceExamConfigurationSid: sid, ...members })
const refused = (body: Members) =>
  changingNothing(exam, async () => badPaths(await exam.admin('POST', exam.at(), { body })))
const withoutSids = (record: Members) =>
  [record['instructorAsProctor']].flat().map(one => ({ ...Object(one), sid: undefined }))
const sidsIn = (record: Members) => [record['instructorAsProctor']].flat().map(one => Object(one)['sid'])

test('a copy is an accommodation for the enrollment of the original, 201, in at most 2 round trips', async () => {
  const created = await copy(accommodationSid)
  expect(created.status).toBe(201)
  expect(created.roundTrips).toBeLessThanOrEqual(2)
  expect(created.body).toMatchObject({
    type: 'accommodation',
    enrollmentSid: exam.enrollmentSid,
    enrollment: { sid: exam.enrollmentSid },
    referenceExamConfigurationSid: accommodationSid,
  })
})

test('a copy of the primary one is an accommodation without an enrollment', async () => {
  expect((await copy(exam.primarySid)).body).toMatchObject({
    type: 'accommodation',
    enrollmentSid: null,
    enrollment: null,
    referenceExamConfigurationSid: exam.primarySid,
  })
})

test('a copy of a copy refers to the copy', async () => {
  const first = (await copy(accommodationSid, { duration: 7 })).text('sid')
  expect((await copy(first)).body).toMatchObject({
    enrollmentSid: exam.enrollmentSid,
    referenceExamConfigurationSid: first,
    duration: 7,
  })
})

test.each([...nullable, ...flags, 'password', 'proctorTypes', 'attachments'])('%s is copied', async field => {
  expect((await copy(accommodationSid)).body[field]).toEqual(accommodation[field])
})

test('the entries of instructorAsProctor are copied in their order, with new sids', async () => {
  const created = (await copy(accommodationSid)).body
  expect(withoutSids(created)).toEqual(withoutSids(accommodation))
  expect(sidsIn(created).filter(sid => sidsIn(accommodation).includes(sid))).toEqual([])
  expect(new Set(sidsIn(created)).size).toBe(2)
})

test('a read returns the record that A7 returned', async () => {
  const created = await copy(accommodationSid, { duration: 45 })
  expect(await exam.read(created.text('sid'))).toEqual(created.body)
})

test('the original is not changed', async () => {
  await changingNothingBut(() => copy(accommodationSid, { duration: 1, instructorAsProctor: [] }))
})

async function changingNothingBut(request: () => Promise<unknown>) {
  await request()
  expect(await exam.read(accommodationSid)).toEqual(accommodation)
}

const others: Members = {
  examOpenDate: '2027-03-02T08:00:00.000Z',
  examCloseDate: '2027-03-04T17:00:00.000Z',
  scheduleOpenDate: '2027-02-02T00:00:00.000Z',
  scheduleCloseDate: '2027-02-20T00:00:00.000Z',
  duration: 33,
  attempts: 9,
  password: 'another',
  url: 'https://other.example/',
  requiredSoftware: '',
  virtualCalculatorType: 'basic',
  studentNotes: 'Other notes',
  proctorNotes: 'Other notes',
  permittedOtherItems: 'A pen',
  proctorTypes: ['record'],
  modalityOptions: { other: 1 },
  ...Object.fromEntries(
    flags.flatMap((flag, n) => [
      [flag, n % 2 === 1],
      [`${flag}Information`, 'Other'],
    ]),
  ),
}

test.each(Object.entries(others))(
  '%s in the body overrides the copy, and nothing else changes',
  async (field, value) => {
    const { createdDate: _, editDate: __, sid: ___, attemptsRemaining: ____, ...expected } = accommodation
    const { body } = await copy(accommodationSid, { [field]: value })
    expect(body).toMatchObject({
      ...expected,
      referenceExamConfigurationSid: accommodationSid,
      instructorAsProctor: withoutSids(accommodation).map(one => ({ ...one, sid: expect.any(String) })),
      [field]: value,
    })
  },
)

test('entries in the body replace the whole copied list', async () => {
  const { body } = await copy(accommodationSid, { instructorAsProctor: [{ location: 'Elsewhere' }] })
  expect(body['instructorAsProctor']).toEqual([
    { sid: expect.any(String), location: 'Elsewhere', startTime: null, endTime: null, capacity: null },
  ])
})

test.each([
  ['instructorAsProctor', []],
  ['proctorTypes', []],
  ...[...nullable, ...flags, 'password'].map((field): [string, unknown] => [field, null]),
])('%s as %j in the body overrides the copy, too', async (field, value) => {
  expect((await copy(accommodationSid, { [field]: value })).body[field]).toEqual(value)
})

test('an enrollmentSid of null counts as absent', async () => {
  expect((await copy(accommodationSid, { enrollmentSid: null })).body).toHaveProperty(
    'enrollmentSid',
    exam.enrollmentSid,
  )
})

test('a copy of a locked one is not locked', async () => {
  const sid = (await exam.accommodate()).text('sid')
  await exam.admin('POST', exam.at(sid, 'lock'))
  expect((await copy(sid)).body).toHaveProperty('locked', false)
})

test.each([
  ['an unknown', () => newSid('EC')],
  ['another exam’s', async () => (await makeExam({}, exam)).primarySid],
  ['another course’s', async () => (await makeExam({}, { world: exam.world })).primarySid],
  ['another install’s', async () => (await makeExam()).primarySid],
])('%s referenceExamConfigurationSid is 400 and named', async (_, sid) => {
  expect(await refused({ referenceExamConfigurationSid: await sid() })).toEqual([
    'referenceExamConfigurationSid',
  ])
})

test.each([
  ['exam', { examOpenDate: '2027-03-06T00:00:00Z' }],
  ['exam', { examCloseDate: '2027-02-28T00:00:00Z' }],
  ['schedule', { scheduleOpenDate: '2027-03-01T00:00:00Z' }],
  ['schedule', { scheduleCloseDate: '2027-01-31T00:00:00Z' }],
])('a window of the %s that closes before it opens after the merge is 400: %j', async (window, members) => {
  const paths = await refused({ referenceExamConfigurationSid: accommodationSid, ...members })
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) expect([`${window}OpenDate`, `${window}CloseDate`]).toContain(path)
})

test('after the merge, a window can end at its start', async () => {
  const { body } = await copy(accommodationSid, { examOpenDate: everything['examCloseDate'] })
  expect(body).toHaveProperty('examOpenDate', everything['examCloseDate'])
})

test('a copy does not follow later changes of the original', async () => {
  const original = (await exam.accommodate({ duration: 10, instructorAsProctor: [entry] })).text('sid')
  const created = (await copy(original)).body
  await exam.replace(original, { duration: 99 })
  expect(await exam.read(String(created['sid']))).toEqual(created)
})
