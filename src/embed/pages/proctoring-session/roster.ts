// The sessions of the proctor's page: the list of the service, and what the monitors of the exams add. Pure, except for
// its memory.

import type { Liveness, ShownSession, Status } from '../shared/records.ts'

/** A learner of a monitor (docs/realtime.md). */
export type MonitoredLearner = {
  sessionSid: string
  userSid: string
  firstName: string
  lastName: string
  status: Status
  connection: Liveness['connection']
  lastSeenAt: number | null
  openIncidents: number
}

export type MonitorSnapshot = {
  exam: { sid: string; title: string }
  learners: MonitoredLearner[]
}

/** What changed of a session. */
export type MonitorDelta = { sessionSid: string; removed?: boolean } & Partial<MonitoredLearner>

export type Roster = {
  /** The number of changes so far. */
  version(): number
  /** Replaces the list. Statuses that changed after `version` are newer than the list. */
  list(sessions: readonly ShownSession[], version: number): void
  snapshot(snapshot: MonitorSnapshot): void
  /** @returns false if the exam has no such session: another snapshot is needed */
  change(examSid: string, delta: MonitorDelta): boolean
  /** The monitor of an exam is not available any more. */
  forget(examSid: string): void
  learner(sessionSid: string): MonitoredLearner | undefined
  markMessage(sessionSid: string, isNew: boolean): void
  /** The sessions: first those whose learner is missing, then those with open incidents. */
  entries(now: number): ShownSession[]
}

/** The most sessions that the service lists. A longer list is cut. */
const maxListed = 100
/** The statuses of a list that is not limited to an exam. */
const inList: ReadonlySet<Status> = new Set(['Scheduled', 'Processing', 'Incident'])
/** How long before its appointment a session may start, in milliseconds. */
const early = 15 * 60_000

type Monitored = { learner: MonitoredLearner; examSid: string; examTitle: string }

/** @param isOfExam whether the token is limited to an exam, all of whose sessions are shown */
export function newRoster(isOfExam: boolean): Roster {
  const listed = new Map<string, ShownSession>()
  const monitored = new Map<string, Monitored>()
  /** The statuses that are newer than the list, and when they came. */
  const newer = new Map<string, { status: Status; version: number }>()
  const messages = new Set<string>()
  const shown = new Map<string, { key: string; entry: ShownSession }>()
  let version = 0

  function set(sessionSid: string, next: Monitored): void {
    version += 1
    if (monitored.get(sessionSid)?.learner.status !== next.learner.status)
      newer.set(sessionSid, { status: next.learner.status, version })
    monitored.set(sessionSid, next)
  }

  function remove(sessionSid: string): void {
    monitored.delete(sessionSid)
    newer.delete(sessionSid)
  }

  function forget(examSid: string): void {
    for (const [sid, known] of monitored) if (known.examSid === examSid) remove(sid)
  }

  /** The sessions of the monitors that the list lacks. */
  function added(): ShownSession[] {
    const isCut = listed.size >= maxListed
    return [...monitored.values()].flatMap(({ learner, examSid, examTitle }): ShownSession[] => {
      const { sessionSid: sid, status, connection, openIncidents } = learner
      const isRelevant = isCut
        ? (isOfExam && status !== 'Closed') || openIncidents > 0 || inList.has(status)
        : connection !== 'never' && (status === 'Scheduled' || status === 'Incident')
      if (listed.has(sid) || !isRelevant) return []
      const name = `${learner.firstName} ${learner.lastName}`.trim()
      const unknown = { enrollmentSid: '', appointmentDate: null, running: false, isPartial: true }
      return [{ sid, examSid, examTitle, learner: name, status, ...unknown }]
    })
  }

  function entryOf(session: ShownSession, now: number): ShownSession {
    const { sid } = session
    const learner = monitored.get(sid)?.learner
    const status = newer.get(sid)?.status ?? session.status
    const running = session.running && (status === 'Scheduled' || status === 'Incident')
    const current = { ...session, status, running }
    if (!learner) return current
    const { connection, lastSeenAt, openIncidents } = learner
    const isMissing = connection === 'missing' && mayRun(current, now)
    const live = { connection, lastSeenAt, openIncidents, isMissing, hasNewMessage: messages.has(sid) }
    return { ...current, live }
  }

  /** Returns the same object as before if nothing changed, so that it is not drawn again. */
  function remembered(entry: ShownSession): ShownSession {
    const key = JSON.stringify(entry)
    const before = shown.get(entry.sid)
    if (before?.key === key) return before.entry
    shown.set(entry.sid, { key, entry })
    return entry
  }

  return {
    version: () => version,
    list(sessions, since) {
      listed.clear()
      for (const session of sessions) listed.set(session.sid, session)
      for (const [sid, known] of newer) if (known.version <= since) newer.delete(sid)
    },
    snapshot({ exam, learners }) {
      const present = new Set(learners.map(({ sessionSid }) => sessionSid))
      for (const [sid, { examSid }] of monitored) if (examSid === exam.sid && !present.has(sid)) remove(sid)
      for (const learner of learners)
        set(learner.sessionSid, { learner, examSid: exam.sid, examTitle: exam.title })
    },
    change(examSid, { removed, ...delta }) {
      const known = monitored.get(delta.sessionSid)
      if (removed) remove(delta.sessionSid)
      else if (known?.examSid !== examSid) return false
      else set(delta.sessionSid, { ...known, learner: { ...known.learner, ...delta } })
      return true
    },
    forget,
    learner: sid => monitored.get(sid)?.learner,
    markMessage(sid, isNew) {
      if (isNew) messages.add(sid)
      else messages.delete(sid)
    },
    entries(now) {
      const entries = [...listed.values(), ...added()].map(session => remembered(entryOf(session, now)))
      return entries.sort((one, other) => rankOf(one) - rankOf(other))
    },
  }
}

/** Whether the learner may be taking the exam, so that a lost connection matters. */
function mayRun({ status, running, appointmentDate }: ShownSession, now: number): boolean {
  if (running) return true
  if (status === 'Incident') return appointmentDate === null
  return status === 'Scheduled' && (appointmentDate === null || Date.parse(appointmentDate) - early <= now)
}

function rankOf({ live, status, running }: ShownSession): number {
  if (live?.isMissing) return 0
  const isOpen = live ? live.openIncidents > 0 : status === 'Incident' && running
  return isOpen ? 1 : 2
}
