// What the operations on configurations have in common.

import { ConfigurationParams, ExamPath } from './schema.ts'

const tag = 'Exam Configuration'

export const all = {
  tag,
  path: '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations',
  params: ExamPath,
} as const

export const one = { tag, path: `${all.path}/{examConfigurationSid}`, params: ConfigurationParams } as const

/** Who may change a configuration; what an instructor may not is decided in rules.ts. */
export const write = { roles: ['admin', 'instructor'] } as const

/** Who may approve and lock: a manager. */
export const manage = { roles: ['admin'] } as const
