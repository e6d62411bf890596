// Random scenes for the reconciliation of appointments, and their rows.

import fc from 'fast-check'
import type { Configuration, Enrollment, Exam, Scene, Scope, Session, Slot } from './reconciliation.ts'
import { id, sids } from './sql.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: fc.constant(null) })
/** Hours from now: appointments are between them. */
const hour = fc.integer({ min: -6, max: 30 })
const slot = fc.record({
  start: maybe(hour),
  length: fc.integer({ min: 1, max: 30 }),
  ends: fc.boolean(),
  capacity: maybe(fc.nat(3), 3),
})
const configuration = fc.record({
  opens: maybe(hour),
  length: fc.integer({ min: 0, max: 30 }),
  closes: fc.boolean(),
  duration: maybe(fc.constantFrom(30, 60, 90, 240, 600), 4),
  slots: fc.oneof(
    { weight: 2, arbitrary: fc.array(slot, { maxLength: 0 }) },
    { weight: 3, arbitrary: fc.array(slot, { maxLength: 3 }) },
  ),
})
const people = 4
const exams = 3
const session = fc.record({
  state: fc.constantFrom(
    ...(['Scheduled', 'Scheduled', 'Scheduled', 'Pending Approval', 'Pending Approval'] as const),
    ...(['running', 'Incident', 'Processing', 'Needs Proctor', 'cancelled', 'Approval Denied'] as const),
  ),
  start: fc.integer({ min: -4, max: 28 }),
  duration: maybe(fc.constantFrom(30, 60, 90), 6),
  slot: fc.nat(6),
  type: maybe(fc.nat(1), 2),
  group: maybe(fc.nat(1)),
  scheduled: fc.nat(3),
})

const capacities = fc.array(maybe(fc.nat(3), 4), { minLength: 2, maxLength: 2 })

/** A scene in small numbers. */
export const scenes = fc.record({
  types: capacities,
  groups: capacities,
  configurations: fc.array(configuration, { minLength: exams, maxLength: exams }),
  drafts: fc.array(
    fc.nat(9).map(drawn => drawn === 0),
    { minLength: exams, maxLength: exams },
  ),
  accommodations: fc.array(
    fc.record({ exam: fc.nat(exams - 1), person: fc.nat(people - 1), created: fc.nat(2), configuration }),
    { maxLength: 3 },
  ),
  assignments: fc.array(
    fc.record({
      exam: fc.nat(exams - 1),
      person: maybe(fc.nat(people - 1)),
      section: fc.boolean(),
      created: fc.nat(2),
      opens: maybe(fc.integer({ min: -1, max: 1 })),
      closes: maybe(fc.integer({ min: 0, max: 2 })),
    }),
    { maxLength: 3 },
  ),
  members: fc.array(fc.boolean(), { minLength: people, maxLength: people }),
  sessions: fc.array(session, { minLength: people * exams, maxLength: people * exams }),
  scope: fc.record({ course: fc.nat(1), exam: maybe(fc.nat(exams - 1)), person: fc.nat(3 * people - 1) }),
})
type Drawn = typeof scenes extends fc.Arbitrary<infer T> ? T : never
type DrawnConfiguration = Drawn['configurations'][number]

/** The first two exams are in one course, the third in another. */
export const courseOf = (exam: number) => (exam < 2 ? sids.course : id(100))
const examSid = (exam: number) => id(200 + exam)
const userSid = (person: number) => id(300 + person)
const enrollmentSid = (exam: number, person: number) => id(400 + (exam < 2 ? 0 : 50) + person)
/** A session refers to a type by its sid in the format of the API. */
const typeSid = (n: number) => `TS${id(900 + n).replaceAll('-', '')}`
export const sectionOf = (exam: number) => id(exam < 2 ? 500 : 501)

/** The scene, and a scope that is one of: a course, an exam, an enrollment. */
export function sceneFrom(drawn: Drawn, now: Date): { scene: Scene; scope: Scope } {
  // Never at the instant of another time, so that no two appointments of a learner start at once.
  const at = (hours: number, minutes = 0) => new Date(now.getTime() + (hours * 60 + minutes) * 60_000 + 1000)
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const day = (days: number) => new Date(midnight + days * 86_400_000)
  let made = 1000
  const slotsOf = ({ slots }: DrawnConfiguration): Slot[] =>
    slots.map(({ start, length, ends, capacity }) => ({
      ...{ sid: id(made++), capacity, startTime: start === null ? null : at(start) },
      endTime: ends ? at((start ?? 0) + length) : null,
    }))
  const configured = (one: DrawnConfiguration, created: number): Configuration => ({
    ...{ sid: id(made++), createdDate: at(-100 + created), duration: one.duration, slots: slotsOf(one) },
    examOpenDate: one.opens === null ? null : at(one.opens),
    examCloseDate: one.closes ? at((one.opens ?? 0) + one.length) : null,
  })
  const enrollments: Enrollment[] = [0, 2].flatMap(exam =>
    drawn.members.map((isMember, person) => ({
      ...{ sid: enrollmentSid(exam, person), userSid: userSid(person), courseSid: courseOf(exam) },
      sectionSids: isMember ? [sectionOf(exam)] : [],
    })),
  )
  const all = drawn.configurations.map(
    (one, exam): Exam => ({
      ...{ sid: examSid(exam), courseSid: courseOf(exam), status: drawn.drafts[exam] ? 'draft' : 'active' },
      primary: configured(one, 0),
      accommodations: drawn.accommodations
        .filter(given => given.exam === exam)
        .map(given => ({
          ...configured(given.configuration, given.created),
          enrollmentSid: enrollmentSid(exam, given.person),
        })),
      assignments: drawn.assignments
        .filter(given => given.exam === exam)
        .map(({ person, section, created, opens, closes }) => ({
          ...{
            sid: id(made++),
            createdDate: at(-100 + created),
            sectionSids: section ? [sectionOf(exam)] : [],
          },
          enrollmentSids: person === null ? [] : [enrollmentSid(exam, person)],
          examOpenDate: opens === null ? null : day(Math.min(opens, closes ?? opens)),
          examCloseDate: closes === null ? null : day(closes + 1),
        })),
    }),
  )
  const everySlot = all.flatMap(({ primary, accommodations }) =>
    [primary, ...accommodations].flatMap(({ slots }) => slots),
  )
  const types = drawn.types.map((capacity, n) => ({ sid: typeSid(n), capacity }))
  const groups = drawn.groups.map((capacity, n) => ({ sid: id(910 + n), capacity }))
  const sessions = drawn.sessions.map((given, n) => ({
    ...sessionOf(given, n, at, everySlot),
    proctorTypeSid: types[given.type ?? -1]?.sid ?? null,
    proctorGroupSid: groups[given.group ?? -1]?.sid ?? null,
  }))
  const courseSid = drawn.scope.course === 0 ? sids.course : id(100)
  const exam = all.find(({ sid }) => sid === (drawn.scope.exam === null ? '' : examSid(drawn.scope.exam)))
  const own = enrollments.filter(enrollment => enrollment.courseSid === courseSid)[drawn.scope.person]
  const scope = {
    courseSid: exam?.courseSid ?? courseSid,
    examSid: exam?.sid ?? null,
    enrollmentSid: exam ? null : (own?.sid ?? null),
  }
  return { scene: { now, exams: all, enrollments, types, groups, sessions }, scope }
}

/** The dates of a session that has started, ended or was cancelled. */
const progress: Record<string, { started?: number; ended?: number; cancelled?: number }> = {
  running: { started: -60 },
  Incident: { started: -60 },
  Processing: { started: -60, ended: -30 },
  cancelled: { cancelled: -60 },
}

const statusOf: Record<string, string> = { running: 'Scheduled', cancelled: 'Closed' }

function sessionOf(
  { state, start, duration, scheduled, slot: seat }: Drawn['sessions'][number],
  n: number,
  at: (hours: number, minutes?: number) => Date,
  slots: Slot[],
): Omit<Session, 'proctorTypeSid' | 'proctorGroupSid'> {
  const [exam, person] = [n % exams, Math.floor(n / exams)]
  const starts = state === 'Needs Proctor' ? null : at(start, n % 10)
  const hasSeat = starts !== null && state !== 'Approval Denied'
  const { started, ended, cancelled } = progress[state] ?? {}
  const minutes = (given: number | undefined) => (given === undefined ? null : at(0, given))
  return {
    ...{ sid: id(600 + ((n * 7) % 12)), examSid: examSid(exam) },
    ...{ enrollmentSid: enrollmentSid(exam, person), userSid: userSid(person) },
    ...{ status: statusOf[state] ?? state, statusReason: null, duration, appointmentDate: starts },
    appointmentEndDate: starts && duration !== null ? new Date(starts.getTime() + duration * 60_000) : null,
    instructorProctorSid: hasSeat ? (slots[seat]?.sid ?? null) : null,
    dateScheduled: starts && at(-50 + scheduled),
    ...{ inProgressDate: minutes(started), endedDate: minutes(ended), cancelledDate: minutes(cancelled) },
  }
}
