// The data that the generators of one install share. Instants are milliseconds since 1970.

import type { SidOf } from '../../db/sid.ts'
import type { Random } from './random.ts'
import type { Counts } from './sizes.ts'

export type Place = {
  name: string
  domain: string
  zone: string
  currency: string
  latitude: number
  longitude: number
}

export type Context = {
  random: Random
  /** The reference date: nothing is created after it. */
  now: number
  counts: Counts
  place: Place
  installSid: SidOf<'AI'>
  credentialSid: SidOf<'AK'>
}

export type Person = { firstName: string; lastName: string; email: string; mobilePhone: string }

export type Learner = { sid: SidOf<'US'>; created: number; zone: string }

export type Course = {
  sid: SidOf<'CU'>
  code: string
  created: number
  /** The first day in the install's time zone, and the last days of midterms and finals. None for self-paced courses. */
  term: { start: number; midterm: number; end: number } | undefined
  sections: SidOf<'SE'>[]
  learners: Enrollment[]
  instructors: SidOf<'US'>[]
  examCount: number
}

export type Enrollment = {
  sid: SidOf<'EN'>
  learner: Learner
  section: SidOf<'SE'>
  created: number
  withdrawn: number | undefined
}

export const proctorTypes = ['automated', 'record-and-review', 'live', 'in-person', 'instructor'] as const
export type ProctorType = (typeof proctorTypes)[number]

/** The proctor types with a recording. */
export const recordedTypes: ReadonlySet<ProctorType> = new Set(['automated', 'record-and-review', 'live'])

export type Exam = {
  sid: SidOf<'EX'>
  course: Course
  configurationSid: SidOf<'EC'>
  created: number
  proctorType: ProctorType
  limitedScope: boolean
  requireApproval: boolean
  taken: boolean
  scheduleOpen: number
  open: number
  close: number
  /** Minutes. */
  duration: number
  attempts: number
  /** Minutes, for the learners with an accommodation. */
  accommodated: Map<SidOf<'EN'>, number>
  /** The learners of the exam. */
  learners: Enrollment[]
  slots: Slot[]
}

/** The times at which an instructor proctors. */
export type Slot = { sid: SidOf<'IP'>; start: number; end: number }
