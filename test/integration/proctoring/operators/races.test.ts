// An operator who creates a credential while the operator changes, on a real Postgres. PGlite has one connection.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { operator, signInSession } from '../../../../db/schema/operator.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { signedInAs } from '../../../support/platform.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow, makeWorld } from '../../../support/world.ts'

type Change = (db: Database, sid: SidOf<'OP'>) => Statement

const changes: Record<string, Change> = {
  'is disabled': (db, sid) =>
    db.update(operator).set({ disabledDate: sql`now()` }).where(eq(operator.sid, sid)),
  'gets another role': (db, sid) => db.update(operator).set({ role: 'viewer' }).where(eq(operator.sid, sid)),
  'signs out': (db, sid) => db.delete(signInSession).where(eq(signInSession.operatorSid, sid)),
}

test.each(Object.entries(changes))(
  'an operator who %s before the transaction of the write creates no credential',
  async (_, change) => {
    const { world, call, id } = await signedInAs(await makeWorld(await sharedStack('postgres')), 'admin')
    const { db } = world.stack
    const changing = batch(db, {
      changed: change(db, sidOf('OP', id)),
      held: db.select({ held: sql<string>`pg_sleep(1.5)::text` }).from(noTable),
    })
    await sleep(300)
    const policy = { version: '1', statements: allow(['sp:ListUsers'], [`installs/${world.installSid}/*`]) }
    const body = { name: 'Heir', role: 'admin', policy }
    // The operator was read before the change is committed, and the write waits for it.
    const answer = await call('POST', world.path('/credentials'), { body })
    expect([answer.status, answer.roundTrips], answer.raw).toEqual([401, 2])
    await changing
    expect((await world.admin('GET', world.path('/credentials'))).list('results')).toEqual([])
  },
)
