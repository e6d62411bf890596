import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { projectFile } from '../../tools/project.ts'
import { startStack } from '../../tools/stack/stack.ts'
import { buildOnce } from '../support/build-once.ts'
import { callerOf } from '../support/client.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { startTestPostgres } from '../support/postgres.ts'
import { ownStack } from '../support/stack.ts'
import { end, freePort, start } from '../support/start.ts'

let server: EmbeddedPostgres
let databases = 0
beforeAll(async () => {
  server = await startTestPostgres()
}, 60_000)
afterAll(() => server?.stop())

/** The URL of an empty database. */
async function emptyDatabase(): Promise<string> {
  const name = `empty_${databases++}`
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return server.url.replace(/postgres$/, name)
}

const migrate = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [projectFile('tools/ops/migrate.ts')], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  })

test('npm run db:migrate migrates any Postgres to the newest schema, and can be repeated', async () => {
  const url = await emptyDatabase()
  for (let round = 0; round < 2; round += 1) await migrate({ DATABASE_URL: url })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as zones from time_zone')
  expect(rows).toEqual([{ zones: 597 }])
  await client.end()
})

test('npm run db:migrate migrates the local stack to the newest schema, but not while the stack runs', async () => {
  const stateDir = temporaryDirectory()
  await migrate({ STATE_DIR: stateDir })
  const system = await start(stateDir, await freePort())
  await expect(migrate({ STATE_DIR: stateDir })).rejects.toThrow(/Another process uses/)
  await end(system, 'SIGTERM')
})

test('npm run db:migrate also migrates the embedded Postgres of a state directory', async () => {
  const stateDir = temporaryDirectory()
  const stack = await startStack({ stateDir, port: 0, build: buildOnce, database: { kind: 'postgres' } })
  await stack.close()
  const { stdout } = await migrate({ STATE_DIR: stateDir })
  expect(stdout).toBe(`The database in ${stateDir} is up to date.\n`)
})

test('npm start with DATABASE_URL serves from that server, migrated, with the demo account in it', async () => {
  const url = await emptyDatabase()
  const stateDir = temporaryDirectory()
  const system = await start(stateDir, await freePort(), { env: { DATABASE_URL: url } })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as installs from install')
  expect(rows).toEqual([{ installs: 2 }])
  await client.end()
  expect(await end(system, 'SIGTERM')).toBe(0)
})

test('npm run bootstrap creates the first account of a server and prints a working secret and a setup token', async () => {
  const url = await emptyDatabase()
  const env = { ...process.env, DATABASE_URL: url }
  const bootstrap = promisify(execFile)(process.execPath, [projectFile('tools/ops/bootstrap.ts'), 'First'], {
    env,
  })
  const { stdout, stderr } = await bootstrap
  const made = JSON.parse(stdout)
  expect(made.setupToken).toMatch(/^[\w-]{43}$/)
  expect(stderr).toContain('wrangler secret put SETUP_TOKEN --env platform')
  expect(stderr).toContain('SETUP_TOKEN in the environment of the system') // on a server without wrangler
  const stack = await ownStack({ kind: 'server', url })
  const answer = await callerOf(stack, made.apiCredential)('GET', `/v1/installs/${made.installSid}`)
  expect(answer.text('name')).toBe('First')
  await stack.close()
})
