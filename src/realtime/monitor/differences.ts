// What changed between two reads of the sessions of an exam.

import type { MonitoredSession } from '../../shared/realtime/monitor.ts'

/** The members of a session whose changes are published. Names are not: publications stay in the history. */
export type Shown = Pick<MonitoredSession, 'userSid' | 'status' | 'openIncidents'>

/** A change of a session: the members that changed; `removed` if the exam does not show it any more. */
export type Delta = { sessionSid: string; removed?: true } & Partial<Shown>

export const shownOf = ({ userSid, status, openIncidents }: MonitoredSession): Shown => ({
  userSid,
  status,
  openIncidents,
})

/** Returns the changes from the shown sessions to the current ones. */
export function differences(shown: ReadonlyMap<string, Shown>, current: ReadonlyMap<string, Shown>): Delta[] {
  const changed = [...current].flatMap(([sessionSid, session]): Delta[] => {
    const before: Partial<Shown> = shown.get(sessionSid) ?? {}
    const members = Object.entries(session).filter(([name, value]) => value !== before[name as keyof Shown])
    return members.length === 0 ? [] : [{ sessionSid, ...Object.fromEntries(members) }]
  })
  const removed = [...shown.keys()].filter(sessionSid => !current.has(sessionSid))
  return [...changed, ...removed.map((sessionSid): Delta => ({ sessionSid, removed: true }))]
}
