import type { Client } from '../src/client/index.ts'
import type { Reporter } from './steps.ts'

/** The members of `demo.json` that the tour uses. */
export type Demo = {
  baseUrl: string
  apiCredential: string
  installSid: string
  proctorSid: string
  instructorSid: string
  eventTypeSid: string
}

export type Step = Reporter['step']
export type Lms = Client<'installSid'>

/** One learner's exam. Its members are the path parameters of the paths below. */
export type Exam = {
  courseSid: `CU${string}`
  userSid: `US${string}`
  enrollmentSid: `EN${string}`
  examSid: `EX${string}`
  sessionSid: `ES${string}`
}

export const install = '/v1/installs/{installSid}'
export const session = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
