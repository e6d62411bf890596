// A database whose disk is full: writes are refused with their own problem, reads are served, and /readyz reports it.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spilled } from '../../../src/platform/health/readiness.ts'
import { callerOf } from '../../support/client.ts'
import { fullDisk, fullDiskMessages } from '../../support/full-disk.ts'
import { callFrom, makeOperator, someAddress, someEmail, somePassword } from '../../support/platform.ts'
import {
  type PlatformDatabase,
  type PlatformWorker,
  platformDatabase,
} from '../../support/platform-worker.ts'
import { problemOf } from '../../support/problem.ts'
import { makeWorld } from '../../support/world.ts'

const disk = fullDisk()
let database: PlatformDatabase
let worker: PlatformWorker
beforeAll(async () => {
  database = await platformDatabase(disk.around)
  worker = await database.worker()
})
afterAll(() => database?.close())

test('a write is 507 storage_full and changes nothing, a read is served, and both work when there is space again', async () => {
  const { stack } = worker
  await makeOperator(await makeWorld(stack))
  await stack.db.execute(sql`truncate operator cascade`)
  const anyone = callFrom(stack, someAddress())
  const setup = () => {
    const body = { name: 'Grace', email: someEmail(), password: somePassword() }
    return callerOf(stack)('POST', '/api/auth/setup', { body })
  }
  disk.isFull = true
  for (const message of fullDiskMessages) {
    disk.message = message
    const refused = await setup()
    problemOf(refused, 507)
    expect(refused.text('code')).toBe('storage_full')
  }
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
  expect((await anyone('GET', '/healthz')).status).toBe(200)
  disk.isFull = false
  expect((await setup()).status).toBe(201)
})

test.each(fullDiskMessages)(
  '/readyz names the storage in one round trip while the error is: %s',
  async message => {
    const anyone = callFrom(worker.stack, someAddress())
    expect((await anyone('GET', '/readyz')).status).toBe(200)
    Object.assign(disk, { isFull: true, message })
    const answer = await anyone('GET', '/readyz')
    disk.isFull = false
    expect([answer.status, answer.text('code'), answer.text('check')]).toEqual([503, 'not_ready', 'storage'])
    expect(answer.roundTrips).toBe(1)
    expect((await anyone('GET', '/readyz')).status).toBe(200)
  },
)

test('the check of /readyz exceeds the memory of a sort, so that Postgres writes a file', async () => {
  const { db } = worker.stack
  await db.execute(sql`set work_mem = '64kB'`)
  const { rows } = await db.execute(sql`explain (analyze, costs off) ${spilled}`)
  await db.execute(sql`reset work_mem`)
  expect(JSON.stringify(rows)).toMatch(/temp read=\d+ written=\d+/)
})
