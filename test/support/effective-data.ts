// Random configurations and assignments of one learner's exam, and the expected effective configuration.
import fc from 'fast-check'
import { batch, type Database } from '../../db/client.ts'
import { assignment, assignmentEnrollment, assignmentSection } from '../../db/schema/assignment.ts'
import { exam, examConfiguration, instructorProctor } from '../../db/schema/exam.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { effective, newest } from '../../src/proctoring/exams/configurations/effective-configuration.ts'
import { sealPassword } from '../../src/proctoring/exams/configurations/password.ts'
import type { Seal } from '../../src/shared/crypto/seal.ts'
import { firstInstant, nextDate } from './calendar.ts'
import { flags, texts } from './configurations.ts'

/** The target of the data sets: an install with its zone, a course, the learner, and others that must have no effect. */
export type Place = {
  zone: string
  installSid: SidOf<'AI'>
  courseSid: SidOf<'CU'>
  enrollmentSid: SidOf<'EN'>
  otherEnrollment: SidOf<'EN'>
  /** The enrollment of the learner. */
  sections: SidOf<'SE'>[]
  otherSection: SidOf<'SE'>
  otherExam: SidOf<'EX'>
  /** Seals and opens passwords as the system does. */
  sealed: Seal
}

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 2 })
const instants = orNull(
  fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
)
const inOrder = <T extends Date | string>(values: fc.Arbitrary<T | null>) =>
  fc
    .tuple(values, values)
    .map(([a, b]): [T | null, T | null] => (a !== null && b !== null && a > b ? [b, a] : [a, b]))
const few = <T>(values: fc.Arbitrary<T>, maxLength = 3) => fc.array(values, { maxLength })

const plainTexts = texts.filter(name => name !== 'password')
const word = fc.string({ maxLength: 4 })

const configurations = () =>
  fc.record({
    exam: inOrder(instants),
    schedule: inOrder(instants),
    values: fc.record({
      ...Object.fromEntries(plainTexts.map(name => [name, orNull(word)])),
      ...Object.fromEntries(flags.map(name => [name, orNull(fc.boolean())])),
      password: orNull(fc.constantFrom('one', 'two')),
      duration: orNull(fc.integer({ min: 1, max: 10_080 })),
      attempts: orNull(fc.integer({ min: 1, max: 1000 })),
      modalityOptions: orNull(few(word).map(list => (list.length ? { list } : {}))),
      proctorTypes: few(word),
      attachments: few(fc.record({ attachmentUrl: fc.webUrl(), attachmentAwsTitle: orNull(word) })),
    }),
    entries: few(orNull(word), 2),
    /** Few instants, so that many rows have the same. */
    made: fc.nat(2),
  })

/** Days on which clocks change, and the days around them. */
const changeDays: Record<string, string[]> = {
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Asia/Kathmandu': [],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Africa/Cairo': ['2026-04-24', '2026-10-29', '2026-10-30'],
  'America/Havana': ['2026-03-08', '2026-11-01'],
  'Atlantic/Azores': ['2026-03-29', '2026-10-25'],
  'America/Santiago': ['2026-04-04', '2026-09-06'],
}
export const zones = Object.keys(changeDays)

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

function assignments(zone: string) {
  const special = (changeDays[zone] ?? []).flatMap(date => [dayBefore(date), date, nextDate(date)])
  const any = fc.nat(1400).map(days => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10))
  const dates = orNull(special.length ? fc.oneof(any, fc.constantFrom(...special)) : any)
  return fc.record({ exam: inOrder(dates), scheduling: inOrder(dates), made: fc.nat(2) })
}

const sectionChoices = fc.constantFrom<number[]>([0], [1], [0, 1])

export const dataSets = ({ zone }: Place) =>
  fc.record({
    primary: configurations(),
    accommodations: few(configurations()),
    toEnrollment: few(assignments(zone)),
    toSections: few(fc.record({ assigned: assignments(zone), to: sectionChoices })),
  })

type Given<T> = T extends fc.Arbitrary<infer U> ? U : never
type Configuration = Given<ReturnType<typeof configurations>>
type Assigned = Given<ReturnType<typeof assignments>>
export type DataSet = Given<ReturnType<typeof dataSets>>

const at = (made: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, made))
const latest = at(100)

async function configurationRow(
  place: Place,
  examSid: SidOf<'EX'>,
  given: Configuration,
  enrollmentSid: SidOf<'EN'> | null,
) {
  const [examOpenDate, examCloseDate] = given.exam
  const [scheduleOpenDate, scheduleCloseDate] = given.schedule
  const sid = newSid('EC')
  const password = await sealPassword(place, sid, given.values.password)
  const said = { ...given.values, password, examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate }
  const entries = given.entries.map((location, position) => ({
    ...{ sid: newSid('IP'), configurationSid: sid, position, location },
  }))
  const row = {
    ...said,
    ...{ sid, installSid: place.installSid, examSid, enrollmentSid, approved: true },
    ...{ createdDate: at(given.made), type: 'accommodation' as 'accommodation' | 'primary' },
  }
  return {
    sid,
    createdDate: row.createdDate,
    row,
    entries,
    said: { ...said, instructorsOfSid: entries.length ? sid : null, passwordOfSid: password && sid },
  }
}

function assignmentRow(zone: string, examSid: SidOf<'EX'>, { exam, scheduling, made }: Assigned) {
  const [examOpenDate, examCloseDate] = exam
  const [schedulingOpenDate, schedulingCloseDate] = scheduling
  const row = {
    ...{ sid: newSid('EA'), examSid, createdDate: at(made) },
    ...{ examOpenDate, examCloseDate, schedulingOpenDate, schedulingCloseDate },
  }
  const opens = (date: string | null) => date && firstInstant(zone, date)
  const closes = (date: string | null) => date && firstInstant(zone, nextDate(date))
  const said = {
    examOpenDate: opens(examOpenDate),
    examCloseDate: closes(examCloseDate),
    scheduleOpenDate: opens(schedulingOpenDate),
    scheduleCloseDate: closes(schedulingCloseDate),
  }
  return { sid: row.sid, createdDate: row.createdDate, row, said }
}

/** Inserts the data set as a new exam. Returns the expected result, and the entries of each configuration. */
export async function insert(db: Database, place: Place, given: DataSet) {
  const examSid = newSid('EX')
  const { zone, installSid, courseSid, enrollmentSid, otherEnrollment, otherSection } = place
  const primary = await configurationRow(place, examSid, given.primary, null)
  primary.row.type = 'primary'
  const accommodations = await Promise.all(
    given.accommodations.map(one => configurationRow(place, examSid, one, enrollmentSid)),
  )
  const others = await Promise.all(
    [null, otherEnrollment].map(one => configurationRow(place, examSid, given.primary, one)),
  )
  for (const { row } of others) row.createdDate = latest
  const toEnrollment = given.toEnrollment.map(one => assignmentRow(zone, examSid, one))
  const toSections = given.toSections.map(({ assigned, to }) => ({
    to,
    ...assignmentRow(zone, examSid, assigned),
  }))
  const date = '2020-02-02'
  const dates = {
    examOpenDate: date,
    examCloseDate: date,
    schedulingOpenDate: date,
    schedulingCloseDate: date,
  }
  const elsewhere = { sid: newSid('EA'), examSid, createdDate: latest, ...dates }
  const ofOther = { ...elsewhere, sid: newSid('EA'), examSid: place.otherExam }

  // The greatest sid is inserted first: of rows with the same instant it must still have precedence.
  const rows = [primary, ...accommodations, ...others].toReversed()
  const entries = rows.flatMap(one => one.entries)
  const assigned = [...toEnrollment, ...toSections].toReversed().map(({ row }) => row)
  await batch(db, {
    exam: db.insert(exam).values({ sid: examSid, installSid, courseSid, title: 'Random' }),
    configurations: db.insert(examConfiguration).values(rows.map(({ row }) => row)),
    assignments: db.insert(assignment).values([...assigned, elsewhere, ofOther]),
    enrollments: db
      .insert(assignmentEnrollment)
      .values([
        ...toEnrollment.map(({ sid }) => ({ assignmentSid: sid, enrollmentSid })),
        { assignmentSid: elsewhere.sid, enrollmentSid: otherEnrollment },
        { assignmentSid: ofOther.sid, enrollmentSid },
      ]),
    sections: db
      .insert(assignmentSection)
      .values([
        ...toSections.flatMap(({ sid, to }) =>
          place.sections
            .filter((_, n) => to.includes(n))
            .map(sectionSid => ({ assignmentSid: sid, sectionSid })),
        ),
        { assignmentSid: elsewhere.sid, sectionSid: otherSection },
      ]),
    entries: entries.length ? [db.insert(instructorProctor).values(entries)] : [],
  })
  const holds = effective<Record<string, unknown>>({
    accommodation: newest(accommodations)?.said,
    assignedToEnrollment: newest(toEnrollment)?.said,
    assignedToSection: newest(toSections)?.said,
    primary: { ...primary.said, instructorsOfSid: primary.sid, passwordOfSid: primary.sid },
  })
  return { examSid, holds, entries }
}
