import type { Client } from '../src/client/index.ts'
import type { Narrator } from './steps.ts'

/** What of `demo.json` the tour needs. */
export type Demo = {
  baseUrl: string
  apiCredential: string
  installSid: string
  proctorSid: string
  instructorSid: string
  eventTypeSid: string
}

export type Step = Narrator['step']
export type Lms = Client<'installSid'>

/** One learner's exam. Its sids fit the paths below as they are. */
export type Exam = {
  courseSid: `CU${string}`
  userSid: `US${string}`
  enrollmentSid: `EN${string}`
  examSid: `EX${string}`
  sessionSid: `ES${string}`
}

export const install = '/v1/installs/{installSid}'
export const session = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
