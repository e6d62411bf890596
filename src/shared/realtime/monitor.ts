// What the platform says about the sessions of an exam, for the topic `monitor.<exam>`.

import * as z from 'zod'
import { Sid } from '../values/sid.ts'

/** The path at which the platform responds with the sessions of an exam. The edge does not route to it. */
export const monitoredPath = '/internal/monitored'

export const MonitoredRequest = z.object({ applicationSid: Sid('AP'), examSid: Sid('EX') })
export type MonitoredRequest = z.output<typeof MonitoredRequest>

/** The most sessions of a snapshot: the newest ones of the exam. */
export const maxMonitored = 1000

export const MonitoredSession = z.object({
  sessionSid: Sid('ES'),
  userSid: Sid('US'),
  firstName: z.string(),
  lastName: z.string(),
  status: z.string(),
  openIncidents: z.int(),
})
export type MonitoredSession = z.output<typeof MonitoredSession>

export const MonitoredExam = z.object({
  exam: z.object({ sid: Sid('EX'), title: z.string() }),
  learners: z.array(MonitoredSession),
})
export type MonitoredExam = z.output<typeof MonitoredExam>

/** The connection of a learner: `missing` once it is lost. */
export type ConnectionState = 'online' | 'missing' | 'never'

/** A learner in the snapshot of a monitor. */
export type MonitoredLearner = MonitoredSession & {
  connection: ConnectionState
  /** When the learner was last connected, in milliseconds since 1970. */
  lastSeenAt: number | null
}

export type MonitorSnapshot = Omit<MonitoredExam, 'learners'> & { learners: MonitoredLearner[] }
