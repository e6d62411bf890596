import { expect, test } from 'vitest'
import type { RosterRoles } from '../../../db/schema/user.ts'
import { rolesByUser } from '../../../src/proctoring/roster/roles.ts'
import type { RoleOfUser } from '../../../src/proctoring/roster/rows.ts'
import { today } from '../../support/roster.ts'

const row = (sourcedId: string, members: Partial<RoleOfUser> = {}): RoleOfUser => ({
  ...{ line: 2, sourcedId, userSourcedId: 'user', roleType: 'primary', role: 'learner', status: 'active' },
  ...members,
})
const deletion = { status: 'tobedeleted' } as const
const instructor = { role: 'instructor' } as const

/** The role of the user, and those to store. */
const derived = (rows: RoleOfUser[], previous?: RosterRoles | null) => {
  const stored = previous === undefined ? undefined : new Map([['user', previous]])
  const { role, roles } = rolesByUser(rows, today, stored).get('user') ?? {}
  return [role, roles]
}

test('complete rows replace the roles', () => {
  expect(derived([row('a')])).toEqual(['learner', { a: { role: 'learner' } }])
})

test('the rows of a delta change the stored roles', () => {
  const previous = { a: instructor, b: { role: 'admin' } as const }
  expect(derived([row('b')], previous)).toEqual(['instructor', { a: instructor, b: { role: 'learner' } }])
  expect(derived([row('b', deletion)], previous)).toEqual(['instructor', { a: instructor }])
  expect(derived([row('b', { roleType: 'secondary' })], previous)).toEqual(['instructor', { a: instructor }])
  expect(derived([row('c', deletion)], previous)).toEqual(['admin', previous])
})

test('a user whose roles are all over or deleted has none', () => {
  expect(derived([row('a', deletion)], { a: instructor })).toEqual(['ended', {}])
  expect(derived([row('a', { endDate: today })], { a: instructor })).toEqual(['ended', {}])
  expect(derived([row('a', { endDate: today })])).toEqual(['ended', {}])
  expect(derived([], { a: { ...instructor, endDate: today } })).toEqual(['ended', {}])
})

test('a delta that deletes a role of a user who has left keeps the user away, and changes nothing if the roles are unknown', () => {
  expect(derived([row('a', deletion)], {})).toEqual(['ended', {}])
  expect(derived([row('a', deletion)], null)).toEqual([undefined, undefined])
})

test('if the other roles are unknown, the listed ones count and none are stored', () => {
  expect(derived([row('a')], null)).toEqual(['learner', undefined])
})

test('a role that starts later counts if no other is imported', () => {
  const later = { ...instructor, beginDate: '2026-11-25' }
  expect(derived([row('a', later), row('b')])[0]).toBe('learner')
  expect(derived([row('a', later), row('b', { role: 'skipped' })])[0]).toBe('instructor')
  expect(derived([], { a: { ...later, beginDate: today } })).toEqual(['instructor', { a: instructor }])
})

test('a user who keeps only roles that are not imported has none', () => {
  const relative = row('b', { role: 'skipped' })
  expect(derived([relative])[0]).toBe('skipped')
  expect(derived([relative, row('a', deletion)], { a: instructor })[0]).toBe('ended')
})

test('a role can have any sourcedId', () => {
  const [role, roles] = derived([row('__proto__', instructor), row('constructor')], {})
  expect(role).toBe('instructor')
  expect(JSON.parse(JSON.stringify(roles))).toEqual(
    JSON.parse('{"__proto__":{"role":"instructor"},"constructor":{"role":"learner"}}'),
  )
})
