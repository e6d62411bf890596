// GET …/configurations: the configurations of an exam.
import { beforeAll, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import {
  type ExamWorld,
  enroll,
  everything,
  type Members,
  makeExam,
} from '../../../support/configurations.ts'
import { badPaths } from '../../../support/problem.ts'

let exam: ExamWorld
let records: Members[]
let otherEnrollment: string
beforeAll(async () => {
  exam = await makeExam(everything)
  otherEnrollment = await enroll(exam.world, exam.courseSid)
  const own = await exam.accommodate({ duration: 1 })
  const other = await exam.accommodate({ duration: 2, enrollmentSid: otherEnrollment })
  const copy = await exam.add({ referenceExamConfigurationSid: exam.primarySid })
  const ofCopy = await exam.add({ referenceExamConfigurationSid: own.text('sid') })
  await (await makeExam({}, exam)).accommodate()
  records = [await exam.read(), own.body, other.body, copy.body, ofCopy.body]
})

const list = (query = '') => exam.admin('GET', `${exam.at()}${query}`)
const sidsOf = async (query?: string) => (await list(query)).list('results').map(({ sid }) => sid)
const of = (...places: number[]) => places.map(place => records[place]?.['sid'])

test('the list contains the complete records, oldest first, in exactly 1 round trip', async () => {
  const answer = await list()
  expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
  expect(answer.list('results')).toEqual(records.map(record => ({ ...record, password: null })))
})

test('the list has the complete envelope', async () => {
  const { results: _, ...envelope } = (await list()).body
  const whole = new URL(`${exam.at()}?offset=0&limit=25`, exam.stack.baseUrl).href
  expect(envelope).toEqual({
    total: 5,
    count: 5,
    offset: 0,
    first: whole,
    last: whole,
    next: null,
    prev: null,
  })
})

test('the list contains only configurations of this exam', async () => {
  expect((await list()).list('results').every(({ examSid }) => examSid === exam.examSid)).toBe(true)
})

test('password is null in the list, for every caller', async () => {
  expect((await list()).list('results').map(({ password }) => password)).toEqual(Array(5).fill(null))
})

test('type filters by the type', async () => {
  expect(await sidsOf('?type=primary')).toEqual(of(0))
  expect(await sidsOf('?type=accommodation')).toEqual(of(1, 2, 3, 4))
})

test('enrollmentSid filters by the enrollment', async () => {
  expect(await sidsOf(`?enrollmentSid=${exam.enrollmentSid}`)).toEqual(of(1, 4))
  expect(await sidsOf(`?enrollmentSid=${otherEnrollment}`)).toEqual(of(2))
  expect(await sidsOf(`?enrollmentSid=${newSid('EN')}`)).toEqual([])
  expect(await sidsOf(`?type=primary&enrollmentSid=${exam.enrollmentSid}`)).toEqual([])
})

test('sortOrder DESC reverses the order', async () => {
  expect(await sidsOf('?sortOrder=DESC')).toEqual(of(4, 3, 2, 1, 0))
  expect(await sidsOf('?sortKeys=createdDate&sortOrder=DESC&limit=2')).toEqual(of(4, 3))
})

test('following next visits each record once and keeps the filters', async () => {
  const sids: unknown[] = []
  let at: string | undefined = `${exam.at()}?type=accommodation&limit=3`
  for (let page = 0; at !== undefined && page < 5; page++) {
    const answer = await exam.admin('GET', at)
    sids.push(...answer.list('results').map(({ sid }) => sid))
    at = answer.body['next'] === null ? undefined : answer.text('next')
  }
  expect(sids).toEqual(of(1, 2, 3, 4))
})

test('limit 0 returns no record and the correct total', async () => {
  expect((await list('?limit=0')).body).toMatchObject({ total: 5, count: 0, results: [] })
})

test('an offset beyond the end returns no record and the correct total', async () => {
  expect((await list('?offset=50')).body).toMatchObject({ total: 5, count: 0, offset: 50, results: [] })
})

test('limit above 1000 is 1000', async () => {
  expect(new URL((await list('?limit=5000')).text('first')).searchParams.get('limit')).toBe('1000')
})

test.each([
  ['type', '?type=copy'],
  ['enrollmentSid', '?enrollmentSid=x'],
  ['limit', '?limit=-1'],
  ['offset', '?offset=a'],
  ['sortOrder', '?sortOrder=asc'],
  ['duration', '?duration=5'],
])('an invalid or unknown %s is 400 and named', async (name, query) => {
  expect(badPaths(await list(query))).toEqual([name])
})

test('an invalid sortKeys is 400 and named', async () => {
  const [path = ''] = badPaths(await list('?sortKeys=duration'))
  expect(path).toMatch(/^sortKeys\b/)
})
