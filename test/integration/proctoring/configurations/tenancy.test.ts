// A configuration is found only under its install, its course and its exam. Every other path is 404.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import {
  changingNothing,
  type ExamWorld,
  everything,
  makeExam,
  stored,
} from '../../../support/configurations.ts'
import { problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { allow } from '../../../support/world.ts'

let exam: ExamWorld
let sid: string
/** Another course of the install, another exam of the course, and another tenant, each with an accommodation. */
let otherCourse: ExamWorld
let otherExam: ExamWorld
let otherTenant: ExamWorld
let foreignSid: string
beforeAll(async () => {
  exam = await makeExam(everything)
  sid = (await exam.accommodate(everything)).text('sid')
  otherCourse = await makeExam({}, { world: exam.world })
  otherExam = await makeExam({}, exam)
  otherTenant = await makeExam(everything)
  foreignSid = (await otherTenant.accommodate()).text('sid')
})

const operations: [
  name: string,
  method: string,
  ofOne: boolean,
  operation?: string | undefined,
  body?: (own: ExamWorld) => object,
][] = [
  ['A7', 'POST', false, undefined, ({ enrollmentSid }) => ({ enrollmentSid })],
  [
    'A7 as a copy',
    'POST',
    false,
    undefined,
    ({ primarySid }) => ({ referenceExamConfigurationSid: primarySid }),
  ],
  ['the list', 'GET', false],
  ['GET', 'GET', true],
  ['A8', 'PUT', true, undefined, () => ({ duration: 5 })],
  ['DELETE', 'DELETE', true],
  ['approve', 'POST', true, 'approve'],
  ['lock', 'POST', true, 'lock'],
  ['unlock', 'POST', true, 'unlock'],
]

const base = (course: string, one: string, installSid: string = exam.installSid) =>
  `/v1/installs/${installSid}/courses/${course}/exams/${one}/configurations`

/** The problem without its detail, which names the records of the path. */
const withoutDetail = ({ detail: _, ...problem }: Record<string, unknown>) => problem

describe.each(operations)('%s', (name, method, ofOne, operation, body) => {
  const at = operations.findIndex(([each]) => each === name)
  const rest = (one: string) => (ofOne ? `/${one}${operation === undefined ? '' : `/${operation}`}` : '')

  /** Expects the same 404 as for an unknown path, and no change of either tenant's tables. */
  async function isMissing(path: string) {
    const others = await stored(otherTenant)
    const options = body ? { body: body(exam) } : {}
    const answer = await changingNothing(exam, () => exam.admin(method, path, options))
    problemOf(answer, 404)
    const { requestId: _, ...problem } = answer.body
    const none = await exam.admin(method, base(newSid('CU'), newSid('EX')) + rest(newSid('EC')), options)
    const { requestId: __, ...expected } = none.body
    expect(withoutDetail(problem)).toEqual(withoutDetail(expected))
    expect(await stored(otherTenant)).toEqual(others)
  }

  const places: Record<string, () => Promise<void>> = {
    'under the wrong course of the same install is 404': () =>
      isMissing(base(otherCourse.courseSid, exam.examSid) + rest(sid)),
    'of the primary one under the wrong course is 404': () =>
      isMissing(base(otherCourse.courseSid, exam.examSid) + rest(exam.primarySid)),
    'under an unknown course is 404': () => isMissing(base(newSid('CU'), exam.examSid) + rest(sid)),
    'under an unknown exam is 404': () => isMissing(base(exam.courseSid, newSid('EX')) + rest(sid)),
    'under another tenant’s course is 404': () =>
      isMissing(base(otherTenant.courseSid, exam.examSid) + rest(sid)),
    async 'of another tenant’s exam under its own course is 404'() {
      await isMissing(base(exam.courseSid, otherTenant.examSid) + rest(foreignSid))
      await isMissing(base(otherTenant.courseSid, otherTenant.examSid) + rest(foreignSid))
    },
    async 'under another tenant’s install is 404'() {
      const { installSid, courseSid, examSid } = otherTenant
      await isMissing(base(courseSid, examSid, installSid) + rest(foreignSid))
      await isMissing(base(exam.courseSid, exam.examSid, installSid) + rest(sid))
    },
    async 'under a sister install of the same account is 404'() {
      const sister = (await exam.admin('POST', '/v1/installs', { body: { name: 'Sister' } })).text('sid')
      await isMissing(base(exam.courseSid, exam.examSid, sister) + rest(sid))
    },
  }
  const placesOfOne: Record<string, () => Promise<void>> = {
    'under another exam of the course is 404': () =>
      isMissing(base(exam.courseSid, otherExam.examSid) + rest(sid)),
    async 'of an unknown configuration or another tenant’s is 404'() {
      await isMissing(base(exam.courseSid, exam.examSid) + rest(newSid('EC')))
      await isMissing(base(exam.courseSid, exam.examSid) + rest(foreignSid))
    },
    async 'of a deleted course is 404'() {
      const own = await makeExam({}, { world: exam.world })
      const ownSid = (await own.accommodate()).text('sid')
      await own.admin('DELETE', own.path(`/courses/${own.courseSid}`))
      await isMissing(base(own.courseSid, own.examSid) + rest(ownSid))
    },
  }

  // Each operation is tested with the next third of the paths; contract/tenants has the rule for every operation.
  const all = Object.entries({ ...places, ...(ofOne ? placesOfOne : {}) })

  test.each(rotating(all, at, Math.ceil(all.length / 3)))('%s', (_title, isHeld) => isHeld())

  if (!ofOne) return

  test('of malformed sids is 400 or 404', async () => {
    const swapped = base(exam.examSid, exam.courseSid) + rest(sid)
    const paths = [base(exam.courseSid, 'x') + rest(sid), base('x', exam.examSid) + rest(sid), swapped]
    if (ofOne)
      paths.push(exam.at() + rest('x'), exam.at() + rest(sid.toUpperCase()), exam.at() + rest(`${sid}0`))
    const options = body ? { body: body(exam) } : {}
    for (const path of paths) {
      const answer = await changingNothing(exam, () => exam.admin(method, path, options))
      expect([400, 404]).toContain(answer.status)
      problemOf(answer, answer.status)
    }
  })

  test('without its action is 403', async () => {
    const { call } = await exam.credential(allow(['sp:ListUsers'], ['*']))
    const path = base(exam.courseSid, exam.examSid) + rest(sid)
    const answer = await changingNothing(exam, () => call(method, path, body ? { body: body(exam) } : {}))
    problemOf(answer, 403)
    expect(answer.body).toMatchObject({ resource: path.slice('/v1/'.length) })
  })
})

describe('DELETE', () => {
  test('of an accommodation is 200 with a JSON string, in at most 2 round trips, and deletes it and its entries', async () => {
    const own = await makeExam(everything, { world: exam.world })
    const one = (await own.accommodate(everything)).text('sid')
    const before = await stored(exam)
    const answer = await own.admin('DELETE', own.at(one))
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual(expect.any(String))
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
    problemOf(await own.admin('GET', own.at(one)), 404)
    problemOf(await own.admin('DELETE', own.at(one)), 404)
    expect(await stored(exam)).toEqual({
      configurations: before.configurations.filter(row => row.sid !== one),
      entries: before.entries.filter(row => row.configurationSid !== one),
    })
  })

  test('of the primary one is 409 primary_configuration', async () => {
    const answer = await changingNothing(exam, () => exam.admin('DELETE', exam.at(exam.primarySid)))
    problemOf(answer, 409)
    expect(answer.text('code')).toBe('primary_configuration')
  })

  test('keeps its copies, which then refer to nothing', async () => {
    const one = (await exam.accommodate({ duration: 9 })).text('sid')
    const copy = (await exam.add({ referenceExamConfigurationSid: one })).body
    await exam.admin('DELETE', exam.at(one))
    expect(await exam.read(String(copy['sid']))).toMatchObject({
      duration: 9,
      enrollmentSid: exam.enrollmentSid,
      referenceExamConfigurationSid: null,
    })
  })
})
