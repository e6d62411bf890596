// The effective configuration is implemented twice, by the view and by the pure function: both must agree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { assignment, assignmentEnrollment } from '../../db/schema/assignment.ts'
import { exam as examTable } from '../../db/schema/exam.ts'
import { assignedExam, effectiveConfiguration } from '../../db/schema/views.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { openPassword } from '../../src/proctoring/exams/configurations/password.ts'
import { SealingKeys, sealWith } from '../../src/shared/crypto/seal.ts'
import { firstInstant, nextDate } from '../support/calendar.ts'
import { type ExamWorld, enroll, makeExam } from '../support/configurations.ts'
import { type DataSet, dataSets, insert, type Place, zones } from '../support/effective-data.ts'
import { rounds } from '../support/rounds.ts'
import { sidOf } from '../support/tokens.ts'

type Setting = { exam: ExamWorld; place: Place }
const settings = new Map<string, Setting>()

async function makeSetting(zone: string): Promise<Setting> {
  const exam = await makeExam()
  const { admin, path, courseSid, stack } = exam
  expect((await admin('PUT', path('/settings'), { body: { defaultTimezone: zone } })).status).toBe(200)
  const key = readFileSync(join(stack.stateDir, 'sealing-key'), 'utf8')
  const sections: SidOf<'SE'>[] = []
  for (const title of ['A', 'B', 'Others']) {
    const made = await admin('POST', path(`/courses/${courseSid}/sections`), { body: { title } })
    sections.push(sidOf('SE', made.text('sid')))
  }
  const [first, second, otherSection] = sections
  if (!(first && second && otherSection)) throw new Error('No sections')
  const enrollmentSid = await enroll(exam.world, courseSid, { sectionSids: [first, second] })
  const place = {
    zone,
    sections: [first, second],
    otherSection,
    installSid: sidOf('AI', exam.installSid),
    courseSid: sidOf('CU', courseSid),
    enrollmentSid: sidOf('EN', enrollmentSid),
    otherEnrollment: sidOf('EN', exam.enrollmentSid),
    otherExam: sidOf('EX', exam.examSid),
    sealed: sealWith(SealingKeys.parse(key)),
  }
  return { exam, place }
}

beforeAll(async () => {
  for (const zone of zones) settings.set(zone, await makeSetting(zone))
})

function settingIn(zone: string): Setting {
  const setting = settings.get(zone)
  if (!setting) throw new Error(`No setting in ${zone}`)
  return setting
}

/** The result of the view, without the columns that identify the row. */
async function viewed({ exam: { stack }, place }: Setting, examSid: SidOf<'EX'>) {
  const ofPair = (view: typeof effectiveConfiguration | typeof assignedExam) =>
    and(eq(view.enrollmentSid, place.enrollmentSid), eq(view.examSid, examSid))
  const [row, ...more] = await stack.db
    .select()
    .from(effectiveConfiguration)
    .where(ofPair(effectiveConfiguration))
  if (!row) throw new Error('The view has no row')
  expect(more).toEqual([])
  const { installSid, courseSid, examSid: _, enrollmentSid: __, userSid: ___, isAssigned, ...said } = row
  const [of] = await stack.db.select().from(examTable).where(eq(examTable.sid, examSid))
  const isListed = (await stack.db.$count(assignedExam, ofPair(assignedExam))) === 1
  expect(isAssigned).toBe(isListed && of?.status === 'active')
  expect({ installSid, courseSid }).toEqual({ installSid: place.installSid, courseSid: place.courseSid })
  return said
}

/** Runs the property on data sets in the zone. */
const check = (zone: string, numRuns: number, holds: (setting: Setting, given: DataSet) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(dataSets(settingIn(zone).place), given => holds(settingIn(zone), given)),
    { numRuns, interruptAfterTimeLimit: 50_000 },
  )

const sets = rounds({ quick: { view: 4, operation: 1 }, all: { view: 30, operation: 3 } })

test.each(zones)(
  `the view equals the pure function on ${sets.view} random data sets in %s`,
  { timeout: 60_000 },
  zone =>
    check(zone, sets.view, async (setting, given) => {
      const { examSid, holds } = await insert(setting.exam.stack.db, setting.place, given)
      expect(await viewed(setting, examSid)).toEqual(holds)
    }),
)

test.each(zones)(
  `the operation equals both on ${sets.operation} random data sets in %s`,
  { timeout: 60_000 },
  zone =>
    check(zone, sets.operation, async (setting, given) => {
      const { exam, place } = setting
      const { examSid, holds, entries } = await insert(exam.stack.db, place, given)
      const path = exam.path(`/enrollments/${place.enrollmentSid}/exams/${examSid}/configuration`)
      const answer = await exam.admin('GET', path)
      expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
      const { enrollmentSid: _, courseSid: __, userSid: ___, examSid: ____, ...body } = answer.body
      const { instructorsOfSid, passwordOfSid, password, ...shown } = holds
      expect(body).toEqual({
        ...JSON.parse(JSON.stringify(shown)),
        password: await openPassword(place, {
          sid: sidOf('EC', String(passwordOfSid)),
          password: password === null ? null : String(password),
        }),
        attemptsRemaining: holds['attempts'],
        instructorAsProctor: entries
          .filter(({ configurationSid }) => configurationSid === instructorsOfSid)
          .map(({ sid, location }) => ({ sid, location, startTime: null, endTime: null, capacity: null })),
      })
    }),
)

describe('a window opens at the first instant of the open date in the zone, and closes after the last of the close date', () => {
  const dates: [zone: string, date: string, opens: string, what: string][] = [
    ['Asia/Kathmandu', '2026-07-01', '2026-06-30T18:15:00.000Z', 'five hours and three quarters ahead'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 'of 23 hours'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 'of 25 hours'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 'of 24 and a half hours'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 'of 23 and a half hours'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 'without midnight'],
    ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z', 'after the one of 25 hours'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', 'without midnight'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 'with two midnights'],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', 'with two midnights'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 'without midnight'],
  ]

  test.each(dates)('in %s, %s opens at %s (%s)', async (zone, date, opens) => {
    const setting = settingIn(zone)
    expect(firstInstant(zone, date).toISOString()).toBe(opens)
    const { db } = setting.exam.stack
    const given = fc.sample(dataSets(setting.place), { numRuns: 1, seed: 1 })[0]
    if (!given) throw new Error('No sample')
    const { examSid } = await insert(db, setting.place, {
      ...given,
      accommodations: [],
      toEnrollment: [{ exam: [date, date], scheduling: [date, null], made: 0 }],
      toSections: [],
    })
    expect(await viewed(setting, examSid)).toMatchObject({
      examOpenDate: new Date(opens),
      examCloseDate: firstInstant(zone, nextDate(date)),
      scheduleOpenDate: new Date(opens),
    })
  })
})

test('a change of the install’s zone moves the windows of earlier assignments', async () => {
  const { exam, place } = await makeSetting('Asia/Kathmandu')
  const { db } = exam.stack
  const sid = newSid('EA')
  const { otherExam: examSid, enrollmentSid } = place
  await db
    .insert(assignment)
    .values({ sid, examSid, examOpenDate: '2026-04-24', examCloseDate: '2026-04-24' })
  await db.insert(assignmentEnrollment).values({ assignmentSid: sid, enrollmentSid })
  for (const zone of ['Asia/Kathmandu', 'Africa/Cairo', 'America/New_York']) {
    await exam.admin('PUT', exam.path('/settings'), { body: { defaultTimezone: zone } })
    const path = exam.path(`/enrollments/${enrollmentSid}/exams/${examSid}/configuration`)
    expect((await exam.admin('GET', path)).body).toMatchObject({
      examOpenDate: firstInstant(zone, '2026-04-24').toISOString(),
      examCloseDate: firstInstant(zone, '2026-04-25').toISOString(),
    })
  }
})
