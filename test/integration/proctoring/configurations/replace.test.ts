// A8: the payload replaces the full configuration.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import {
  changingNothing,
  type ExamWorld,
  enroll,
  everyField,
  everything,
  flags,
  type Members,
  makeExam,
  nullable,
  windows,
} from '../../../support/configurations.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'

let exam: ExamWorld
beforeAll(async () => {
  exam = await makeExam(everything)
})

const attachments = [
  { attachmentUrl: 'https://files.example/formulae.pdf', attachmentAwsTitle: 'Formulae' },
  { attachmentUrl: 'https://files.example/table.pdf?x=1', attachmentAwsTitle: null },
]
const all: Members = { ...everything, attachments }
const sent = ([field, value]: [string, unknown]): [string, unknown] => [
  field,
  field === 'instructorAsProctor'
    ? [value].flat().map(one => ({ ...Object(one), sid: expect.stringMatching(/^IP[a-f0-9]{32}$/) }))
    : value,
]
const shown = Object.fromEntries(Object.entries(all).map(sent))

/** One configuration of each type, with all members. */
const full = {
  primary: async () => (await makeExam(everything, { world: exam.world })).primarySid,
  accommodation: async () => (await exam.accommodate(everything)).text('sid'),
}

/** An exam with all members, and its configuration of the type. */
async function make(type: string) {
  if (type === 'accommodation') return { exam, sid: await full.accommodation() }
  const own = await makeExam(everything, { world: exam.world })
  return { exam: own, sid: own.primarySid }
}

const types = ['primary', 'accommodation']

describe.each(types)('of the type %s', type => {
  /** One half of the cases for each of the two types. */
  const half = <T>(cases: readonly T[]) => rotating(cases, types.indexOf(type), Math.ceil(cases.length / 2))

  /** One configuration for the tests that replace all of it. */
  let kept: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    kept = await make(type)
  })

  test('every sent member is stored, 200, in at most 2 round trips', async () => {
    const { exam: own, sid } = await make(type)
    const cleared = await own.replace(sid, {})
    expect(cleared.roundTrips).toBeLessThanOrEqual(2)
    const replaced = await own.replace(sid, all)
    expect(replaced.roundTrips).toBeLessThanOrEqual(2)
    expect(replaced.body).toMatchObject({ ...shown, sid, type })
    expect(await own.read(sid)).toEqual(replaced.body)
  })

  test('absent flags are false in a primary one and null in an accommodation, all other absent members null or empty', async () => {
    const { exam: own, sid } = await make(type)
    await own.replace(sid, all)
    const { body } = await own.replace(sid, {})
    for (const field of [...nullable, 'password']) expect(body, field).toHaveProperty([field], null)
    for (const flag of flags) expect(body, flag).toHaveProperty([flag], type === 'primary' ? false : null)
    expect(body).toMatchObject({ proctorTypes: [], instructorAsProctor: [], attachments: [] })
    expect(await own.read(sid)).toEqual(body)
  })

  test('members that A8 does not have are kept', async () => {
    const { exam: own, sid } = await make(type)
    const before = await own.read(sid)
    const after = (await own.replace(sid, {})).body
    const kept =
      'sid examSid enrollmentSid type locked approved approvedBy createdDate exam course enrollment'
    for (const field of kept.split(' ')) expect(after[field], field).toEqual(before[field])
    expect(Object.keys(after).toSorted()).toEqual(everyField.toSorted())
  })

  test.each(half(Object.entries(all)))('%s alone is %j, and the rest is cleared', async (field, value) => {
    const { exam: own, sid } = kept
    const { body: cleared } = await own.replace(sid, {})
    const { body } = await own.replace(sid, { [field]: value })
    expect(body[field]).toEqual(shown[field])
    const rest = ({ [field]: _, editDate: __, attemptsRemaining: ___, ...others }: Members) => others
    expect(rest(body)).toEqual(rest(cleared))
  })

  test.each(half([...nullable, 'password']))('%s of null is the same as absent', async field => {
    const { exam: own, sid } = kept
    expect((await own.replace(sid, { ...all, [field]: null })).body).toHaveProperty([field], null)
  })

  test('attachments are in A8 only and are returned as they were sent', async () => {
    const { exam: own, sid } = await make(type)
    expect((await own.replace(sid, { attachments })).body).toHaveProperty('attachments', attachments)
    const [first] = attachments
    expect((await own.replace(sid, { attachments: [first] })).body).toHaveProperty('attachments', [first])
  })

  test('an attachment without attachmentAwsTitle has null for it', async () => {
    const { exam: own, sid } = await make(type)
    const attachmentUrl = 'https://files.example/a.pdf'
    const { body } = await own.replace(sid, { attachments: [{ attachmentUrl }] })
    expect(body).toHaveProperty('attachments', [{ attachmentUrl, attachmentAwsTitle: null }])
    expect(await own.read(sid)).toEqual(body)
  })

  test('refConfigSid sets referenceExamConfigurationSid, and its absence clears it', async () => {
    const { exam: own, sid } = await make(type)
    const refConfigSid = (await own.accommodate()).text('sid')
    const { body } = await own.replace(sid, { refConfigSid })
    expect(body).toHaveProperty('referenceExamConfigurationSid', refConfigSid)
    expect(body).not.toHaveProperty('refConfigSid')
    expect((await own.replace(sid, {})).body).toHaveProperty('referenceExamConfigurationSid', null)
  })

  test('referenceExamConfigurationSid is 400 unknown_member', async () => {
    const { exam: own, sid } = kept
    const body = { referenceExamConfigurationSid: own.primarySid }
    const answer = await changingNothing(own, () => own.admin('PUT', own.at(sid), { body }))
    expect(problemOf(answer, 400)).toEqual([
      { path: 'referenceExamConfigurationSid', code: 'unknown_member', message: expect.any(String) },
    ])
  })

  test.each<[string, () => string | Promise<string>]>([
    ['unknown', () => newSid('EC')],
    ['another exam’s', full.primary],
    ['another install’s', async () => (await makeExam()).primarySid],
  ])('a refConfigSid that is %s is 400 and named', async (_, refConfigSid) => {
    const { exam: own, sid } = kept
    const body = { ...all, refConfigSid: await refConfigSid() }
    const answer = await changingNothing(own, () => own.admin('PUT', own.at(sid), { body }))
    expect(badPaths(answer)).toEqual(['refConfigSid'])
  })

  test.each(windows.filter(name => name.endsWith('OpenDate')))('an %s after its close is 400', async open => {
    const { exam: own, sid } = kept
    const close = open.replace('Open', 'Close')
    const body = { ...all, [open]: '2027-06-01T00:00:00.001Z', [close]: '2027-06-01T00:00:00Z' }
    const answer = await changingNothing(own, () => own.admin('PUT', own.at(sid), { body }))
    for (const path of badPaths(answer)) expect([open, close]).toContain(path)
    await own.replace(sid, { [open]: '2027-06-01T00:00:00Z', [close]: '2027-06-01T00:00:00Z' })
  })

  test.each(
    half(['type', 'locked', 'approved', 'approvedBy', 'sid', 'examSid', 'editDate', 'attemptsRemaining']),
  )('%s is no member: 400 unknown_member', async name => {
    const { exam: own, sid } = kept
    const body = { ...all, [name]: null }
    const answer = await changingNothing(own, () => own.admin('PUT', own.at(sid), { body }))
    expect(problemOf(answer, 400)).toEqual([
      { path: name, code: 'unknown_member', message: expect.any(String) },
    ])
  })

  test('a window is validated by the sent dates, not by the stored ones', async () => {
    const { exam: own, sid } = await make(type)
    const { body } = await own.replace(sid, { examOpenDate: '2028-01-01T00:00:00.000Z' })
    expect(body).toMatchObject({ examOpenDate: '2028-01-01T00:00:00.000Z', examCloseDate: null })
  })
})

test.each(flags)('%s of null in an accommodation is null, which inherits', async flag => {
  const sid = await full.accommodation()
  expect((await exam.replace(sid, { ...all, [flag]: null })).body).toHaveProperty([flag], null)
})

describe('enrollmentSid', () => {
  test('that is absent keeps the accommodation’s', async () => {
    const sid = await full.accommodation()
    expect((await exam.replace(sid, {})).body).toMatchObject({
      enrollmentSid: exam.enrollmentSid,
      enrollment: { sid: exam.enrollmentSid },
    })
  })

  test('moves the accommodation to that enrollment', async () => {
    const sid = await full.accommodation()
    const enrollmentSid = await enroll(exam.world, exam.courseSid)
    expect((await exam.replace(sid, { enrollmentSid })).body).toMatchObject({
      enrollmentSid,
      enrollment: { sid: enrollmentSid },
    })
  })

  test('makes a copy of the primary one effective', async () => {
    const own = await makeExam({ duration: 60 })
    const sid = (await own.add({ referenceExamConfigurationSid: own.primarySid, duration: 75 })).text('sid')
    expect((await own.effective()).body).toMatchObject({ duration: 60 })
    await own.replace(sid, { duration: 75, enrollmentSid: own.enrollmentSid })
    expect((await own.effective()).body).toMatchObject({ duration: 75 })
  })

  test.each(['its own', 'an unknown'])('on a primary one (%s) is 400', async which => {
    const enrollmentSid = which === 'its own' ? exam.enrollmentSid : newSid('EN')
    const body = { ...all, enrollmentSid }
    const answer = await changingNothing(exam, () => exam.admin('PUT', exam.at(exam.primarySid), { body }))
    expect(new Set(badPaths(answer))).toEqual(new Set(['enrollmentSid']))
  })

  test.each([
    ['unknown', () => newSid('EN')],
    ['another course’s', async () => (await makeExam({}, { world: exam.world })).enrollmentSid],
    ['another install’s', async () => (await makeExam()).enrollmentSid],
  ])('that is %s is 400 and named', async (_, enrollmentSid) => {
    const sid = await full.accommodation()
    const body = { ...all, enrollmentSid: await enrollmentSid() }
    const answer = await changingNothing(exam, () => exam.admin('PUT', exam.at(sid), { body }))
    expect(badPaths(answer)).toEqual(['enrollmentSid'])
  })
})
