// A naive reference of the reconciliation of appointments: it computes each appointment from the stored rows, one by one.

import { effective, newest } from '../../src/proctoring/exams/configurations/effective-configuration.ts'

const minute = 60_000

export type Slot = { sid: string; startTime: Date | null; endTime: Date | null; capacity: number | null }

type Windows = { examOpenDate?: Date | null; examCloseDate?: Date | null; duration?: number | null }
export type Configuration = Windows & { sid: string; createdDate: Date; slots: Slot[] }
export type Assignment = Windows & {
  sid: string
  createdDate: Date
  sectionSids: string[]
  enrollmentSids: string[]
}

export type Exam = {
  sid: string
  courseSid: string
  status: 'active' | 'draft'
  primary: Configuration
  accommodations: (Configuration & { enrollmentSid: string })[]
  assignments: Assignment[]
}

export type Enrollment = { sid: string; userSid: string; courseSid: string; sectionSids: string[] }

export type Session = {
  sid: string
  examSid: string
  enrollmentSid: string
  userSid: string
  status: string
  statusReason: string | null
  appointmentDate: Date | null
  appointmentEndDate: Date | null
  duration: number | null
  instructorProctorSid: string | null
  proctorTypeSid: string | null
  proctorGroupSid: string | null
  dateScheduled: Date | null
  inProgressDate: Date | null
  endedDate: Date | null
  cancelledDate: Date | null
}

/** A proctor type or a proctor group. */
export type Limit = { sid: string; capacity: number | null }

export type Scene = {
  now: Date
  exams: Exam[]
  enrollments: Enrollment[]
  types: Limit[]
  groups: Limit[]
  sessions: Session[]
}

/** The sessions that are reconciled: those of a course, or of one of its exams or enrollments. */
export type Scope = { courseSid: string; examSid: string | null; enrollmentSid: string | null }

/** The effective windows and duration of a learner, and the slots that apply. */
export function effectiveOf(exam: Exam, enrollment: Enrollment) {
  const accommodation = newest(
    exam.accommodations.filter(({ enrollmentSid }) => enrollmentSid === enrollment.sid),
  )
  const own = newest(exam.assignments.filter(({ enrollmentSids }) => enrollmentSids.includes(enrollment.sid)))
  const ofSection = newest(
    exam.assignments.filter(({ sectionSids }) =>
      sectionSids.some(sid => enrollment.sectionSids.includes(sid)),
    ),
  )
  const windows = ({ examOpenDate = null, examCloseDate = null, duration = null }: Windows) => ({
    ...{ examOpenDate, examCloseDate, duration },
  })
  const slots = accommodation?.slots.length ? accommodation.slots : exam.primary.slots
  return {
    ...effective({
      accommodation: accommodation && windows(accommodation),
      assignedToEnrollment: own && windows(own),
      assignedToSection: ofSection && windows(ofSection),
      primary: windows(exam.primary),
    }),
    slots,
  }
}

export const isUpcoming = ({ status, inProgressDate }: Session) =>
  status === 'Pending Approval' || (status === 'Scheduled' && inProgressDate === null)
const isOver = ({ appointmentEndDate }: Session, now: Date) =>
  appointmentEndDate !== null && appointmentEndDate <= now
const endOf = (start: Date, end: Date | null) => end?.getTime() ?? start.getTime() + 1

type Planned = {
  session: Session
  start: Date
  end: Date | null
  fits: boolean
  slots: Slot[]
  slot: Slot | null
}

const holds = ({ startTime, endTime }: Slot, start: Date, end: Date | null) =>
  (!startTime || startTime <= start) && (!endTime || (end !== null && end <= endTime))

const inOrder = (a: Planned, b: Planned) =>
  Number(a.session.dateScheduled) - Number(b.session.dateScheduled) ||
  (a.session.sid < b.session.sid ? -1 : 1)

/** The exam and the enrollment of a session in the scope. */
function inScope({ exams, enrollments }: Scene, scope: Scope, session: Session) {
  const exam = exams.find(({ sid }) => sid === session.examSid)
  const enrollment = enrollments.find(({ sid }) => sid === session.enrollmentSid)
  const isIn =
    exam?.courseSid === scope.courseSid &&
    (scope.examSid ?? exam.sid) === exam.sid &&
    (scope.enrollmentSid ?? session.enrollmentSid) === session.enrollmentSid
  return exam && enrollment && isIn ? { exam, configuration: effectiveOf(exam, enrollment) } : undefined
}

const earliest = (...dates: (Date | null)[]): Date | null => {
  const times = dates.flatMap(at => at?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

const waiting = ['Needs Proctor', 'Approval Denied']

/** What becomes of the session if there are enough seats; undefined if it has no appointment. */
function planOf(scene: Scene, scope: Scope, session: Session): Planned | undefined {
  const { exam, configuration } = inScope(scene, scope, session) ?? {}
  if (!(exam && configuration)) return undefined
  const { examOpenDate: opens, examCloseDate: closes, duration, slots } = configuration
  if (waiting.includes(session.status)) session.duration = duration
  const start = session.appointmentDate
  if (!(start && isUpcoming(session))) return undefined
  if (isOver(session, scene.now) && exam.status === 'active') return undefined
  const end = earliest(closes, duration === null ? null : new Date(start.getTime() + duration * minute))
  const isOpen = (!opens || start >= opens) && (!closes || closes.getTime() - start.getTime() >= 5 * minute)
  session.duration = duration
  return { session, start, end, fits: exam.status === 'active' && isOpen, slots, slot: null }
}

/** Returns the sessions after the reconciliation of the scope. */
export function reconciled(scene: Scene, scope: Scope): Session[] {
  const { now } = scene
  const sessions = new Map(scene.sessions.map(session => [session.sid, { ...session }]))
  const planned = [...sessions.values()].flatMap(session => planOf(scene, scope, session) ?? [])
  placeAll(planned, [...sessions.values()])
  limitAll(planned, [...sessions.values()], [...scene.types, ...scene.groups])
  const wasEnd = new Map(planned.map(({ session }) => [session.sid, session.appointmentEndDate]))
  for (const one of planned) {
    one.session.appointmentEndDate = one.end
    one.session.instructorProctorSid = one.slot?.sid ?? null
    if (!one.fits) unschedule(one.session)
  }
  separate(planned, [...sessions.values()], wasEnd, now)
  return [...sessions.values()]
}

function placeAll(planned: Planned[], sessions: Session[]) {
  const outsiders = sessions.filter(one => !planned.some(({ session }) => session.sid === one.sid))
  const isFree = ({ sid, capacity }: Slot) =>
    capacity === null ||
    capacity >
      outsiders.filter(one => one.instructorProctorSid === sid && one.cancelledDate === null).length +
        planned.filter(({ slot }) => slot?.sid === sid).length
  const fitting = planned.filter(({ fits }) => fits).toSorted(inOrder)
  for (const one of fitting) {
    const own = one.slots.find(({ sid }) => sid === one.session.instructorProctorSid)
    if (own && holds(own, one.start, one.end) && isFree(own)) one.slot = own
  }
  for (const one of fitting.filter(({ slot }) => slot === null)) {
    one.slot = one.slots.find(slot => holds(slot, one.start, one.end) && isFree(slot)) ?? null
    if (one.slots.length > 0 && one.slot === null) one.fits = false
  }
}

const isLimitedBy = ({ proctorTypeSid, proctorGroupSid }: Session, sid: string) =>
  proctorTypeSid === sid || proctorGroupSid === sid
const isBooked = ({ status, endedDate }: Session) =>
  ['Pending Approval', 'Scheduled', 'Incident'].includes(status) && endedDate === null

/** The appointments that become longer are made again, one by one: each needs capacity at every instant. */
function limitAll(planned: Planned[], sessions: Session[], limits: Limit[]) {
  const longer = planned.filter(
    ({ fits, session, start, end }) => fits && endOf(start, end) > endOf(start, session.appointmentEndDate),
  )
  const lost = planned.filter(({ fits }) => !fits)
  const free = new Set([...longer, ...lost].map(({ session }) => session.sid))
  const ends = new Map(planned.map(({ session, end }) => [session.sid, end]))
  const endsAt = ({ sid, appointmentDate, appointmentEndDate }: Session) =>
    endOf(new Date(Number(appointmentDate)), ends.has(sid) ? (ends.get(sid) ?? null) : appointmentEndDate)
  for (const one of longer.toSorted(inOrder)) {
    const isFull = ({ sid, capacity }: Limit) => {
      if (capacity === null || !isLimitedBy(one.session, sid)) return false
      const others = sessions.filter(
        other => isBooked(other) && isLimitedBy(other, sid) && !free.has(other.sid),
      )
      const isPresent = (at: number) => (other: Session) =>
        Number(other.appointmentDate) <= at && at < endsAt(other)
      return [one.session, ...others]
        .map(({ appointmentDate }) => Number(appointmentDate))
        .filter(at => at >= Number(one.start) && at < endOf(one.start, one.end))
        .some(at => others.filter(isPresent(at)).length >= capacity)
    }
    if (limits.some(isFull)) one.fits = false
    else free.delete(one.session.sid)
  }
}

/** Of two appointments that overlap because the earlier one ends later than before, the later one is unscheduled. */
function separate(planned: Planned[], sessions: Session[], wasEnd: Map<string, Date | null>, now: Date) {
  const inTime = planned.toSorted((a, b) => Number(a.start) - Number(b.start))
  for (const { session, start, end } of inTime) {
    if (session.appointmentDate === null) continue
    if (endOf(start, end) <= endOf(start, wasEnd.get(session.sid) ?? null)) continue
    const later = sessions
      .filter(one => one.userSid === session.userSid && one.sid !== session.sid && isBooked(one))
      .filter(one => one.appointmentDate && one.appointmentDate >= start)
      .filter(one => Number(one.appointmentDate) < endOf(start, end))
      .filter(one => !(isUpcoming(one) && isOver(one, now)))
      .toSorted((a, b) => Number(a.appointmentDate) - Number(b.appointmentDate) || (a.sid < b.sid ? -1 : 1))
    for (const one of later) {
      if (session.appointmentDate === null) break
      unschedule(isUpcoming(one) ? one : session)
    }
  }
}

const unschedule = (session: Session) =>
  Object.assign(session, {
    ...{ status: 'Needs Proctor', statusReason: 'configuration-changed' },
    ...{ appointmentDate: null, appointmentEndDate: null, instructorProctorSid: null, dateScheduled: null },
  })
