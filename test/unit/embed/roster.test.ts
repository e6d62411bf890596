// The sessions of the proctor's page: their order, and which source of them counts.

import { expect, test } from 'vitest'
import {
  type MonitoredLearner,
  newRoster,
  type Roster,
} from '../../../src/embed/pages/proctoring-session/roster.ts'
import type { ShownSession } from '../../../src/embed/pages/shared/records.ts'

const now = Date.parse('2026-05-04T10:00:00Z')
const minutes = (count: number) => new Date(now + count * 60_000).toISOString()

const session = (sid: string, members: Partial<ShownSession> = {}): ShownSession => ({
  ...{ sid, examSid: 'EX1', enrollmentSid: 'EN1', examTitle: 'Midterm', learner: `Learner ${sid}` },
  ...{ status: 'Scheduled', appointmentDate: minutes(-5), running: true, ...members },
})
const learner = (sessionSid: string, members: Partial<MonitoredLearner> = {}): MonitoredLearner => ({
  ...{ sessionSid, userSid: `US${sessionSid}`, firstName: 'Ada', lastName: sessionSid, status: 'Scheduled' },
  ...{ connection: 'online', lastSeenAt: now, openIncidents: 0, ...members },
})
const exam = { sid: 'EX1', title: 'Midterm' }

function rosterOf(listed: ShownSession[], learners: MonitoredLearner[], isOfExam = true): Roster {
  const roster = newRoster(isOfExam)
  roster.list(listed, 0)
  roster.snapshot({ exam, learners })
  return roster
}
const sids = (roster: Roster) => roster.entries(now).map(({ sid }) => sid)
const entry = (roster: Roster, sid: string) => roster.entries(now).find(each => each.sid === sid)

test('missing learners come first, then open incidents, then the others in the order of the service', () => {
  const roster = rosterOf(
    ['a', 'b', 'c', 'd', 'e'].map(sid => session(sid)),
    [
      ...[learner('a'), learner('b', { openIncidents: 1, status: 'Incident' })],
      ...[learner('c', { connection: 'never' }), learner('d', { connection: 'missing' }), learner('e')],
    ],
  )
  expect(sids(roster)).toEqual(['d', 'b', 'a', 'c', 'e'])
  roster.change('EX1', { sessionSid: 'e', connection: 'missing', lastSeenAt: now })
  roster.change('EX1', { sessionSid: 'd', connection: 'online', lastSeenAt: now })
  expect(sids(roster)).toEqual(['e', 'b', 'a', 'c', 'd'])
})

test.each([
  ['a running session', {}, true],
  ['an appointment that can start', { running: false, appointmentDate: minutes(10) }, true],
  ['a later appointment', { running: false, appointmentDate: minutes(20) }, false],
  ['a session in review', { running: false, status: 'Processing' }, false],
  ['a session that is over with an incident', { running: false, status: 'Incident' }, false],
  ['an exam that is not booked', { running: false, status: 'Needs Proctor', appointmentDate: null }, false],
] as const)('a lost connection counts in %s: %o %s', (_, members, isMissing) => {
  const listed = session('a', members)
  const roster = rosterOf([listed], [learner('a', { connection: 'missing', status: listed.status })])
  expect(entry(roster, 'a')?.live).toMatchObject({ connection: 'missing', isMissing })
})

test('a status of the monitor counts until a list that was read after it', () => {
  const roster = rosterOf([session('a')], [learner('a')])
  const before = roster.version()
  roster.change('EX1', { sessionSid: 'a', status: 'Processing' })
  roster.list([session('a')], before)
  expect(entry(roster, 'a')).toMatchObject({ status: 'Processing', running: false })
  roster.list([session('a', { status: 'Closed', running: false })], roster.version())
  expect(entry(roster, 'a')).toMatchObject({ status: 'Closed' })
})

test('a change of an unknown session needs another snapshot; its removal does not', () => {
  const roster = rosterOf([session('a')], [learner('a')])
  expect(roster.change('EX1', { sessionSid: 'b', status: 'Scheduled' })).toBe(false)
  expect(roster.change('EX2', { sessionSid: 'a', status: 'Scheduled' })).toBe(false)
  expect(roster.change('EX1', { sessionSid: 'b', removed: true })).toBe(true)
  expect(roster.change('EX1', { sessionSid: 'a', removed: true })).toBe(true)
  expect(entry(roster, 'a')?.live).toBeUndefined()
})

test('a snapshot replaces the learners of its exam, and a monitor that ends takes them away', () => {
  const roster = rosterOf([session('a'), session('b')], [learner('a'), learner('b')])
  roster.snapshot({ exam, learners: [learner('b', { connection: 'missing' })] })
  expect(entry(roster, 'a')?.live).toBeUndefined()
  expect(entry(roster, 'b')?.live?.isMissing).toBe(true)
  roster.forget('EX1')
  expect(roster.entries(now).map(({ live }) => live)).toEqual([undefined, undefined])
})

const hundred = Array.from({ length: 100 }, (_, at) => session(`s${at}`))

test('the monitors add the sessions that a list of the service has no room for', () => {
  const more = [learner('x'), learner('y', { status: 'Needs Proctor' }), learner('z', { status: 'Closed' })]
  const added = (isOfExam: boolean) => sids(rosterOf(hundred, more, isOfExam)).slice(100)
  expect(added(true)).toEqual(['x', 'y'])
  expect(added(false)).toEqual(['x'])
  expect(entry(rosterOf(hundred, more), 'x')).toMatchObject({
    ...{ learner: 'Ada x', examTitle: 'Midterm', isPartial: true },
  })
  const connected = rosterOf([], [...more, learner('n', { connection: 'never' })])
  expect(sids(connected)).toEqual(['x'])
})

test('an entry that has not changed is the same object, so that it is not drawn again', () => {
  const roster = rosterOf([session('a'), session('b')], [learner('a'), learner('b')])
  const before = entry(roster, 'a')
  roster.change('EX1', { sessionSid: 'b', connection: 'missing' })
  roster.list([session('a'), session('b')], roster.version())
  expect(entry(roster, 'a')).toBe(before)
  roster.markMessage('a', true)
  expect(entry(roster, 'a')?.live?.hasNewMessage).toBe(true)
})
