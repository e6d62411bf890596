// The state of the model of sessions.

import type { Call } from './client.ts'
import type { World } from './world.ts'

export type Exam = {
  sid: string
  courseSid: string
  configurationSid: string
  /** The members of its configuration without its slots, which a change keeps. */
  configuration: Record<string, unknown>
  attempts: number | null
  slots: string[]
  slotValues: Record<string, unknown>[]
}
/** A learner in an exam, the sids of the sessions that the clients know, the latest last, and its allowed actions. */
export type Pair = { exam: Exam; enrollmentSid: string; sessions: string[]; allowed: string[] }

export type Model = {
  world: World
  exams: Exam[]
  pairs: Pair[]
  calls: { call: Call; sid: string }[]
  /** A type that opens an incident. */
  eventTypeSid: string
}
