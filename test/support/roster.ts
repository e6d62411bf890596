// Shared by the tests of the roster reader: a small school, and short forms of its findings.

import { expect } from 'vitest'
import { readBundle, selectRoster } from '../../src/proctoring/roster/bundle.ts'
import { Problem } from '../../src/shared/problems/problem.ts'
import { bundle, headers, type Tables } from './one-roster.ts'

/** The day on which the tests read bundles. */
export const today = '2026-11-24'

export const school: Tables = {
  academicSessions: [
    { sourcedId: 'year', type: 'schoolYear', startDate: '2026-08-15', endDate: '2027-06-05' },
    {},
  ],
  courses: [{ title: 'Algebra', courseCode: 'ALG', schoolYearSourcedId: 'year' }],
  classes: [{ title: 'Algebra, period 3', classCode: 'ALG-3', termSourcedIds: 'year, session-2' }],
  users: [
    { role: 'teacher', username: 'grace', givenName: 'Grace', familyName: 'Hopper', identifier: 'T1' },
    { enabledUser: 'false', sms: '+1 555 1', phone: '+1 555 2', email: '' },
  ],
  enrollments: [{ role: 'teacher', primary: 'true' }, { userSourcedId: 'user-2' }],
}

/** The rows to import of a bundle, if no roles are stored. */
export const readRoster = (zip: Uint8Array, day: string) => selectRoster(readBundle(zip), day)

/** The errors, as `file:line column code`. */
export const errorsOf = (zip: Uint8Array) =>
  readRoster(zip, today).errors.listed.map(({ file, line, column, code }) =>
    [`${file}:${line}`, ...(column === undefined ? [] : [column]), code].join(' '),
  )

/** The path and the code of the error for which the whole bundle is refused. */
export function refusalOf(zip: Uint8Array) {
  try {
    readRoster(zip, today)
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.members['errors']]
    throw error
  }
  throw new Error('The bundle was read.')
}
export const refusal = (path: string, code: string) => [
  'invalid_request',
  [{ path, code, message: expect.stringMatching(/./) }],
]

export const usersHeader = headers['1.1']['users'] ?? ''
export const usersFile = (...lines: string[]) =>
  bundle({ users: [] }, { files: { 'users.csv': [usersHeader, ...lines].join('\n') } })
export const userLine = (id: string, { given = 'Ada' } = {}) =>
  `${id},,,true,org-1,student,${id},,${given},Lovelace,,,${id}@school.example,,,,,`
