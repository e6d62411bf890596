// A build that is started again after the next one has migrated its database (docs/guides/upgrade.md).
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { nextSchema } from '../support/next-build.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { itemOf } from '../support/provision.ts'
import { testStack } from '../support/stack.ts'
import { makeWorld } from '../support/world.ts'

test('the previous build starts on the database of the next one, is ready, reads and writes, and the next one continues', {
  timeout: 180_000,
}, async () => {
  const url = await migratedDatabase()
  const stateDir = temporaryDirectory()
  const open = () => testStack({ stateDir, database: { kind: 'server', url } })
  const before = await open()
  const world = await makeWorld(before)
  await world.admin('POST', world.path('/provision'), { body: itemOf('before') })
  await before.close()

  const next = await nextSchema({
    migrations: {
      '0011_next': `ALTER TABLE "course" ADD COLUMN "next_note" text;--> statement-breakpoint
UPDATE "course" SET "next_note" = 'kept'`,
    },
    sql: {
      'functions/reconcile_sessions': text =>
        text.replace('BEGIN\n', 'BEGIN\n  -- Changed by the next build.\n'),
    },
  })
  await migrateUrl(url, next)

  const rolledBack = await open()
  onTestFinished(rolledBack.close)
  expect((await fetch(new URL('/readyz', rolledBack.baseUrl))).status).toBe(200)
  const again = await makeWorld(rolledBack)
  const made = await again.admin('POST', again.path('/provision'), { body: itemOf('after') })
  expect(made.status, made.raw).toBeLessThan(300)
  expect((await again.admin('GET', again.path('/courses'))).body).toMatchObject({ total: 1 })

  await migrateUrl(url, next)
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(`select count(*)::int as courses,
    count(*) filter (where next_note = 'kept')::int as kept,
    pg_get_functiondef('reconcile_sessions'::regproc) like '%Changed by the next build.%' as current from course`)
  expect(rows).toEqual([{ courses: expect.any(Number), kept: expect.any(Number), current: true }])
  expect(rows[0].kept).toBeGreaterThan(0)
  expect(rows[0].courses).toBeGreaterThan(rows[0].kept)
})
