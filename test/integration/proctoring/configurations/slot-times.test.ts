// instructorAsProctor.endTime as HH:mm: a time of the slot's day in the time zone of the install.
import { beforeAll, expect, test } from 'vitest'
import { type ExamWorld, makeExam } from '../../../support/configurations.ts'
import { badPaths } from '../../../support/problem.ts'
import { itemOf, provisionAll } from '../../../support/provision.ts'

let exam: ExamWorld
let sid: string
beforeAll(async () => {
  exam = await makeExam()
  sid = String((await exam.accommodate()).body['sid'])
})

const inZone = (defaultTimezone: string) =>
  exam.client.put('/v1/installs/{installSid}/settings', { body: { defaultTimezone } })

const endOf = async (startTime: string, endTime: string) => {
  const { body } = await exam.replace(sid, { instructorAsProctor: [{ startTime, endTime }] })
  return Object([body['instructorAsProctor']].flat()[0]).endTime
}

test.each([
  ['UTC', '2087-01-01T08:00Z', '17:30', '2087-01-01T17:30:00.000Z'],
  ['Europe/Berlin', '2087-01-01T08:00Z', '17:30', '2087-01-01T16:30:00.000Z'],
  ['Europe/Berlin', '2087-07-01T08:00Z', '17:30', '2087-07-01T15:30:00.000Z'],
  // In Auckland it is already the next day.
  ['Pacific/Auckland', '2087-07-01T20:00Z', '17:30', '2087-07-02T05:30:00.000Z'],
  // In Los Angeles it is still the previous day.
  ['America/Los_Angeles', '2087-01-02T01:00Z', '23:59', '2087-01-02T07:59:00.000Z'],
  ['Asia/Kathmandu', '2087-01-01T03:00Z', '12:00', '2087-01-01T06:15:00.000Z'],
  ['UTC', '2087-01-01T17:30Z', '17:30', '2087-01-01T17:30:00.000Z'],
])('in %s, a slot from %s to %s ends at %s', async (zone, startTime, endTime, expected) => {
  await inZone(zone)
  expect(await endOf(startTime, endTime)).toBe(expected)
})

test.each([
  // Clocks skip 02:00 to 03:00: 02:30 is 03:30.
  ['Europe/Berlin', '2026-03-29T00:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T00:00Z', '03:00', '2026-03-29T01:00:00.000Z'],
  // Lord Howe skips half an hour from 02:00: 02:15 is 02:45.
  ['Australia/Lord_Howe', '2026-10-03T14:00Z', '02:15', '2026-10-03T15:45:00.000Z'],
])('in %s, a time that the clocks skip is later by as much: %s to %s is %s', async (...given) => {
  const [zone, startTime, endTime, expected] = given
  await inZone(zone)
  expect(await endOf(startTime, endTime)).toBe(expected)
})

test.each([
  // Clocks show 02:00 to 03:00 twice: first at 00:00 UTC, then at 01:00 UTC.
  ['Europe/Berlin', '2026-10-24T23:00Z', '02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:45Z', '02:30', '2026-10-25T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-24T23:00Z', '03:00', '2026-10-25T02:00:00.000Z'],
])('in %s, a time that is shown twice is the first after the start: %s to %s is %s', async (...given) => {
  const [zone, startTime, endTime, expected] = given
  await inZone(zone)
  expect(await endOf(startTime, endTime)).toBe(expected)
})

const slot = (endTime: unknown, startTime: unknown = '2087-01-01T08:00Z') => ({ startTime, endTime })

test.each([
  ['before the start', slot('07:59')],
  ['without a start', slot('17:30', null)],
  ['of an hour that no clock has', slot('24:00')],
  ['with seconds', slot('17:30:00')],
  ['of one digit', slot('9:00')],
  ['with a zone', slot('17:30Z')],
  ['that is empty', slot('')],
  ['that is a number', slot(1730)],
])('a time %s is 400, by A7, A8, exams and provisioning', async (_, bad) => {
  await inZone('UTC')
  const instructorAsProctor = [slot('17:30'), bad]
  const path = 'instructorAsProctor.1.endTime'
  const { admin, at, world, courseSid, enrollmentSid } = exam
  const bodies: [method: string, path: string, body: object, error: string][] = [
    ['POST', at(), { enrollmentSid, instructorAsProctor }, path],
    ['PUT', at(sid), { instructorAsProctor }, path],
    [
      ...(['POST', world.path(`/courses/${courseSid}/exams`)] as const),
      ...([{ title: 'Exam', configuration: { instructorAsProctor } }, `configuration.${path}`] as const),
    ],
  ]
  for (const [method, to, body, error] of bodies)
    expect(badPaths(await admin(method, to, { body }))).toEqual([error])
  const item = itemOf('bad', { exam: { configuration: { instructorAsProctor } } })
  const results = await provisionAll(world, [itemOf('good'), item])
  expect(results).toMatchObject([
    { problem: null },
    { result: 'Refused', problem: { errors: [{ path: `exam.configuration.${path}` }] } },
  ])
})

test('a time is taken by A7, by exams and by provisioning, in the zone of the install', async () => {
  await inZone('Europe/Berlin')
  const { admin, at, world, courseSid, enrollmentSid } = exam
  const instructorAsProctor = [slot('17:30')]
  const expected = { instructorAsProctor: [{ endTime: '2087-01-01T16:30:00.000Z' }] }
  const added = await admin('POST', at(), { body: { enrollmentSid, instructorAsProctor } })
  expect(added.body, added.raw).toMatchObject(expected)
  const body = { title: 'Exam', configuration: { instructorAsProctor } }
  const made = await admin('POST', world.path(`/courses/${courseSid}/exams`), { body })
  expect(made.body).toMatchObject({ configuration: expected })
  expect(made.roundTrips).toBeLessThanOrEqual(2)
  const item = itemOf('timed', { exam: { configuration: { instructorAsProctor } } })
  expect(await provisionAll(world, [item])).toMatchObject([{ result: 'Created' }])
})

test('a time that would be in the year 10000 is 400, and refuses only its item of a batch', async () => {
  await inZone('Etc/GMT+12')
  const instructorAsProctor = [slot('23:00', '9999-12-31T20:00Z')]
  const refused = await exam.admin('PUT', exam.at(sid), { body: { instructorAsProctor } })
  expect(badPaths(refused)).toEqual(['instructorAsProctor.0.endTime'])
  const items = [itemOf('near'), itemOf('far', { exam: { configuration: { instructorAsProctor } } })]
  expect(await provisionAll(exam.world, items)).toMatchObject([{ problem: null }, { result: 'Refused' }])
})
