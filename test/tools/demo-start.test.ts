// The demo data of the first start.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { install } from '../../db/schema/tenancy.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { testStack } from '../support/stack.ts'
import { end, freePort, type Started, start } from '../support/start.ts'

const slow = { timeout: 300_000 }

type Install = { sid: string; name: string }
const installsOf = async ({ call }: Started) =>
  (await call('GET', '/v1/installs?sortKeys=name')).list('results') as Install[]
const names = (installs: Install[]) => installs.map(({ name }) => name)

test(
  'the first start creates installs with sessions of today beside the demo account, and the next start no more',
  slow,
  async () => {
    const stateDir = temporaryDirectory()
    const port = await freePort()
    const first = await start(stateDir, port, { env: { DEMO: 'S' } })
    const installs = await installsOf(first)
    expect(names(installs)).toEqual(['Demo LMS', 'Harbor College', 'Northfield University'])
    const totalOf = async ({ sid }: Install, list: string) =>
      (await first.call('GET', `/v1/installs/${sid}/${list}`)).count('total')
    const sums = { sessions: 0, running: 0, users: 0 }
    for (const install of installs.slice(1)) {
      sums.sessions += await totalOf(install, 'sessions?limit=0')
      sums.running += await totalOf(install, 'sessions?limit=0&running=true')
      sums.users += await totalOf(install, 'users?limit=0')
    }
    expect(sums.sessions).toBeGreaterThan(700)
    expect(sums.running).toBeGreaterThan(0)
    expect(sums.users).toBeGreaterThan(200)

    // Scripts find the demo account as without the data.
    const [demo] = installs
    expect(demo?.sid).toBe(first.demo['installSid'])
    expect(demo && (await totalOf(demo, 'users?limit=0'))).toBe(2)
    expect((await first.call('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })

    expect(await end(first, 'SIGTERM')).toBe(0)
    const second = await start(stateDir, port, { env: { DEMO: 'S' } })
    expect(await installsOf(second)).toEqual(installs)
    expect(second.demo).toEqual(first.demo)
    expect(await end(second, 'SIGTERM')).toBe(0)
  },
)

test('a database that is not empty gets no demo data', slow, async () => {
  const url = await migratedDatabase()
  const bootstrap = [projectFile('tools/ops/bootstrap.ts'), 'First']
  await promisify(execFile)(process.execPath, bootstrap, { env: { ...process.env, DATABASE_URL: url } })
  const { stateDir, db, close } = await testStack({ database: { kind: 'server', url }, hasDemoData: true })
  onTestFinished(close)
  const installs = await db.select().from(install)
  expect(installs.map(({ name }) => name)).not.toContain('Northfield University')
  expect(JSON.parse(readFileSync(join(stateDir, 'demo.json'), 'utf8')).installSid).toBeDefined()
})
