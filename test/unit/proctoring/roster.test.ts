import { describe, expect, test } from 'vitest'
import { leastCpuMillisecondsOf } from '../../support/cpu.ts'
import { bundle, type Tables } from '../../support/one-roster.ts'
import { errorsOf, readRoster, school, today } from '../../support/roster.ts'
import { rounds } from '../../support/rounds.ts'

describe.each(['1.1', '1.2'] as const)('a bundle of OneRoster %s', version => {
  test('is read row by row, with the line of each', () => {
    const roster = readRoster(bundle(school, { version }), today)
    expect(roster.errors).toEqual({ total: 0, listed: [], perFile: {} })
    expect(roster.version).toBe(version)
    expect(roster.academicSessions).toEqual([
      expect.objectContaining({ line: 2, type: 'schoolYear', endDate: '2027-06-05' }),
      {
        line: 3,
        sourcedId: 'session-2',
        status: 'active',
        title: 'Session session-2',
        type: 'term',
        startDate: '2026-08-15',
        endDate: '2026-12-20',
      },
    ])
    expect(roster.courses).toEqual([
      {
        line: 2,
        sourcedId: 'course-1',
        status: 'active',
        title: 'Algebra',
        courseCode: 'ALG',
        schoolYearSourcedId: 'year',
      },
    ])
    expect(roster.classes).toEqual([
      {
        line: 2,
        sourcedId: 'class-1',
        status: 'active',
        title: 'Algebra, period 3',
        courseSourcedId: 'course-1',
        classCode: 'ALG-3',
        classType: 'scheduled',
        termSourcedIds: ['year', 'session-2'],
      },
    ])
    expect(roster.users).toEqual([
      {
        line: 2,
        sourcedId: 'user-1',
        status: 'active',
        enabledUser: true,
        username: 'grace',
        givenName: 'Grace',
        familyName: 'Hopper',
        email: 'user-1@school.example',
        identifier: 'T1',
        role: 'instructor',
        ...(version === '1.2' && { roles: { 'user-1-role': { role: 'instructor' } } }),
      },
      {
        line: 3,
        sourcedId: 'user-2',
        status: 'active',
        enabledUser: false,
        username: 'user-2',
        givenName: 'Ada',
        familyName: 'Lovelace',
        sms: '+1 555 1',
        phone: '+1 555 2',
        role: 'learner',
        ...(version === '1.2' && { roles: { 'user-2-role': { role: 'learner' } } }),
      },
    ])
    const place = { status: 'active', classSourcedId: 'class-1' }
    expect(roster.enrollments).toEqual([
      {
        ...place,
        line: 2,
        sourcedId: 'enrollment-1',
        userSourcedId: 'user-1',
        role: 'instructor',
        primary: true,
      },
      {
        ...place,
        line: 3,
        sourcedId: 'enrollment-2',
        userSourcedId: 'user-2',
        role: 'learner',
        primary: false,
      },
    ])
  })

  test('maps the role of each user, and counts users without one', () => {
    const roles = ['administrator', 'districtAdministrator', 'siteAdministrator', 'systemAdministrator']
    const staff = ['teacher', 'aide', 'principal', 'counselor', 'proctor', 'student']
    const nobody = ['guardian', 'parent', 'relative', 'ext:librarian']
    const users = [...roles, ...staff, ...nobody].map(role => ({ role }))
    const roster = readRoster(bundle({ users }, { version }), today)
    expect(roster.users.map(({ role }) => role)).toEqual([
      ...Array(4).fill('admin'),
      ...Array(4).fill('instructor'),
      'proctor',
      'learner',
    ])
    expect(roster.skipped.users).toBe(4)
    expect(roster.errors.total).toBe(0)
  })

  test('counts enrollments of observers, and of users that are not imported', () => {
    const users = [{}, { role: 'guardian' }]
    const roles = ['administrator', 'proctor', 'ext:auditor', 'aide', 'student']
    const enrollments = [...roles.map(role => ({ role })), { userSourcedId: 'user-2' }]
    const roster = readRoster(bundle({ users, enrollments }, { version }), today)
    expect(roster.enrollments.map(({ role }) => role)).toEqual(['instructor', 'learner'])
    expect(roster.skipped).toEqual({ users: 1, enrollments: 4 })
    expect(roster.errors.total).toBe(0)
  })
})

describe('the role of a user in 1.2', () => {
  const rolesOf = (users: Tables['users'] = [{ role: '' }], roles: Tables['roles'] = []) =>
    readRoster(bundle({ users, roles }, { version: '1.2' }), today)

  test('is the strongest of the primary ones; secondary and deleted ones do not count', () => {
    const { users, errors } = rolesOf(undefined, [
      { role: 'guardian' },
      { role: 'teacher', orgSourcedId: 'org-2' },
      { role: 'student', orgSourcedId: 'org-3' },
      { role: 'districtAdministrator', roleType: 'secondary' },
      { role: 'siteAdministrator', status: 'tobedeleted' },
    ])
    expect(users.map(({ role }) => role)).toEqual(['instructor'])
    expect(errors.total).toBe(0)
  })

  test('is required in bulk, and optional in a delta', () => {
    const missed = bundle({ users: [{}, {}], roles: [{ userSourcedId: 'user-2' }] }, { version: '1.2' })
    expect(errorsOf(missed)).toEqual(['users.csv:2 role required'])
    const users = [{ role: '' }]
    const delta = readRoster(bundle({ users, roles: [] }, { version: '1.2', mode: 'delta' }), today)
    expect(delta.users).toEqual([expect.objectContaining({ sourcedId: 'user-1', role: undefined })])
    expect(delta.errors.total).toBe(0)
  })

  test('is a missing column if there is no roles.csv', () => {
    const files = { 'roles.csv': undefined, 'manifest.csv': undefined }
    expect(errorsOf(bundle({ users: [{}, {}] }, { version: '1.2', files }))).toEqual([
      'users.csv:1 role missing_column',
    ])
  })
})

describe('the status of a row', () => {
  test('is active if a bulk file leaves it empty, and inactive counts as deleted', () => {
    const courses = [{}, { status: 'active' }, { status: 'tobedeleted' }, { status: 'inactive' }]
    expect(readRoster(bundle({ courses }), today).courses.map(({ status }) => status)).toEqual([
      'active',
      'active',
      'tobedeleted',
      'tobedeleted',
    ])
  })

  test('is required in a delta, as a value and as a column', () => {
    const courses = [{ status: '' }, {}]
    expect(errorsOf(bundle({ courses }, { mode: 'delta' }))).toEqual(['courses.csv:2 status required'])
    const files = { 'courses.csv': 'sourcedId,title\nc1,Algebra\n' }
    expect(errorsOf(bundle({ courses: [] }, { mode: 'delta', files }))).toEqual([
      'courses.csv:1 status missing_column',
    ])
  })

  test('is one of the three, case-sensitive', () => {
    expect(errorsOf(bundle({ courses: [{ status: 'Active' }, { status: 'gone' }] }))).toEqual([
      'courses.csv:2 status invalid_value',
      'courses.csv:3 status invalid_value',
    ])
  })
})

const some = rounds({ quick: 1000, all: 10_000 })

test(`${10 * some} users take about ten times as long as ${some}`, () => {
  const spentOn = (count: number, enough = 0) => {
    const zip = bundle({ users: Array.from({ length: count }, () => ({ userIds: '{LDAP:1},{LTI:2}' })) })
    return leastCpuMillisecondsOf(() => {
      const { users, errors } = readRoster(zip, today)
      expect([users.length, errors.total]).toEqual([count, 0])
    }, enough)
  }
  // The least of three, the first of which compiles; a quadratic reader takes 100 times as long.
  const most = 24 * spentOn(some)
  expect(spentOn(10 * some, most)).toBeLessThan(most)
})
