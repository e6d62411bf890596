// Route members that the operations on configurations share.

import { ConfigurationParams, ExamPath } from './schema.ts'

const tag = 'Exam Configuration'

export const all = {
  tag,
  path: '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations',
  params: ExamPath,
} as const

export const one = { tag, path: `${all.path}/{examConfigurationSid}`, params: ConfigurationParams } as const

/** The roles that may change a configuration. rules.ts restricts instructors further. */
export const writerRoles = { roles: ['admin', 'instructor'] } as const

/** The roles that may approve and lock a configuration. */
export const managerRoles = { roles: ['admin'] } as const
