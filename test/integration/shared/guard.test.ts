import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { account } from '../../../db/schema/tenancy.ts'
import { newSid } from '../../../db/sid.ts'
import { toProblem } from '../../../src/shared/problems/failure.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { rounds } from '../../support/rounds.ts'
import { type StackKind, sharedStack } from '../../support/stack.ts'

/** `npm run test:all` also shows that PGlite does the same; it needs a stack of its own. */
const kinds = rounds<StackKind[]>({ quick: ['postgres'], all: ['memory', 'postgres'] })

describe.each(kinds)('guard on %s', kind => {
  let stack: Stack
  beforeAll(async () => {
    stack = await sharedStack(kind)
  })

  /** Inserts an account in one batch with a guard, and returns the outcome. */
  async function insertUnder(condition: ReturnType<typeof sql>, code: string) {
    const { db } = stack
    const sid = newSid('AC')
    const failure = await batch(db, {
      inserted: db.insert(account).values({ sid, name: 'Guarded' }),
      guarded: guard(db, condition, code),
    }).then(() => undefined, toProblem)
    return { failure, rows: await db.select().from(account).where(eq(account.sid, sid)) }
  }

  test('a guard that is true lets its batch commit', async () => {
    const { failure, rows } = await insertUnder(sql`1 = 1`, 'not_found')
    expect(failure).toBeUndefined()
    expect(rows).toHaveLength(1)
  })

  test.each(['1 = 2', 'null::boolean'])(
    'a guard of %s rolls its batch back and names the problem',
    async condition => {
      const { failure, rows } = await insertUnder(sql.raw(condition), 'token_not_active')
      expect(failure?.code).toBe('token_not_active')
      expect(rows).toEqual([])
    },
  )

  test('a guard with a code outside the catalogue is an internal error', async () => {
    const { failure, rows } = await insertUnder(sql`false`, 'no_such_code')
    expect(failure?.code).toBe('internal')
    expect(rows).toEqual([])
  })
})
