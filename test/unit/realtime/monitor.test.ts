// What a monitor publishes, and which changes concern it.
import { expect, test } from 'vitest'
import { differences, shownOf } from '../../../src/realtime/monitor/differences.ts'
import { monitoredChange } from '../../../src/shared/realtime/monitored-change.ts'

const session = { userSid: 'US1', status: 'Scheduled', openIncidents: 0 } as const

test('a change has the members that changed, and a new session all of them', () => {
  const before = new Map([
    ['ES1', session],
    ['ES2', session],
    ['ES3', session],
  ])
  const after = new Map([
    ['ES1', session],
    ['ES2', { ...session, status: 'Incident', openIncidents: 1 }],
    ['ES4', session],
  ])
  expect(differences(before, after)).toEqual([
    { sessionSid: 'ES2', status: 'Incident', openIncidents: 1 },
    { sessionSid: 'ES4', ...session },
    { sessionSid: 'ES3', removed: true },
  ])
  expect(differences(after, after)).toEqual([])
})

test('a change of a session never has names, which would stay in the history', () => {
  const names = { firstName: 'Ada', lastName: 'Lovelace' }
  expect(shownOf({ ...session, ...names, sessionSid: 'ES1' })).toEqual(session)
})

test('the captured changes of sessions and of their events concern the monitor of the exam, and no others', () => {
  const changed = (
    topic: string,
    source = 'capture',
    payload: Record<string, unknown> = { examSid: 'EX1' },
  ) => monitoredChange({ source, topic, payload })
  expect(changed('proctoring.exam_session')).toEqual({ examSid: 'EX1' })
  expect(changed('proctoring.session_event')).toEqual({ examSid: 'EX1' })
  expect(changed('proctoring.users')).toBeUndefined()
  expect(changed('proctoring.exam_session', 'sdk')).toBeUndefined()
  expect(changed('proctoring.exam_session', 'capture', {})).toBeUndefined()
})
