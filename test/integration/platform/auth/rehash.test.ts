// A password hash with an earlier PASSWORD_COST_LOG2 is replaced at the next sign-in.

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '../../../../src/shared/crypto/password.ts'
import { rowsOf } from '../../../support/audit.ts'
import { makeInstallUser, makeOperator, type Person, signIn } from '../../../support/platform.ts'
import { passwordCostLog2 } from '../../../support/stack.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const people: Record<string, { make: (world: World) => Promise<Person>; table: 'operator' | 'users' }> = {
  'an operator': { make: makeOperator, table: 'operator' },
  'a user of an install': { make: makeInstallUser, table: 'users' },
}

test.each(Object.entries(people))(
  '%s who signs in gets a hash of the current cost, without an audit row, and keeps the session',
  async (_, { make, table }) => {
    const world = await makeWorld()
    const { db } = world.stack
    const person = await make(world)
    const earlier = await hashPassword(person.password, 9)
    const isPerson = sql`sid = ${person.id.slice(2)}::uuid`
    // Not by an operation, and before the count of audit rows.
    await db.execute(sql`update ${sql.identifier(table)} set password_hash = ${earlier} where ${isPerson}`)
    const before = await rowsOf(world)
    const { call } = await signIn(person)
    const { rows } = await db.execute<{ hash: string }>(
      sql`select password_hash as hash from ${sql.identifier(table)} where ${isPerson}`,
    )
    expect(rows[0]?.hash).toMatch(`$scrypt$ln=${passwordCostLog2},`)
    expect(await rowsOf(world)).toEqual(before)
    expect((await call('GET', '/api/auth/me')).status).toBe(200)
  },
)
