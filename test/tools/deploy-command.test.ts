// `npm run deploy -- --dry-run` as a command: Wrangler accepts the configuration, and nothing is changed.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { pendingAt } from '../../tools/migrator/pending.ts'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { projectFile, schemaFolder, workerNames } from '../../tools/project.ts'
import { makeRing } from '../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { startTestPostgres } from '../support/postgres.ts'

const SLOW = { timeout: 180_000 }
const environment = 'dry-run-test'

let server: EmbeddedPostgres
let folder: string
beforeAll(async () => {
  server = await startTestPostgres()
  folder = temporaryDirectory()
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(await makeRing()))
})
afterAll(async () => {
  rmSync(projectFile(`dist/deploy/${environment}`), { recursive: true, force: true })
  await server?.stop()
})

function deploy(settings: object, flags: string[], env: Record<string, string> = {}) {
  writeFileSync(
    join(folder, 'deploy.json'),
    JSON.stringify({ [environment]: { keys: 'keys.json', ...settings } }),
  )
  const script = projectFile('tools/ops/deploy.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--env', environment, ...flags], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { ...process.env, DATABASE_URL: '', ...env },
  })
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}

const settings = { origin: 'https://proctoring.school.edu', databaseRegion: 'aws-eu-central-1' }

async function tables(): Promise<number> {
  const client = new pg.Client(server.url)
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')`,
  )
  await client.end()
  return rows[0].tables
}

test(
  'a dry run bundles every Worker, lists the migrations of an empty database, and changes nothing',
  SLOW,
  async () => {
    const { status, lines, stderr } = deploy(settings, ['--dry-run'], { DATABASE_URL: server.url })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const name of workerNames)
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} +[\\d.]+ of \\d+ kB gzipped$`)))
    expect(lines).toContain('Would apply the migration 0000_baseline.')
    expect(lines.at(-1)).toBe('Nothing was changed.')
    expect(await tables()).toBe(0)
    const generated = readFileSync(projectFile(`dist/deploy/${environment}/sts.json`), 'utf8')
    expect(JSON.parse(generated)).toMatchObject({ placement: { region: 'aws:eu-central-1' } })
    expect(generated).not.toContain('"d":')

    await migrateUrl(server.url, schemaFolder)
    expect(await pendingAt(server.url, schemaFolder)).toEqual({ migrations: [], sqlSet: false })
  },
)

test('a deployment is refused with one line before anything is built', SLOW, () => {
  const neon = 'postgres://u:p@ep-a-1.us-east-2.aws.neon.tech/db'
  const refused = [
    deploy(settings, []),
    deploy({ ...settings, origin: 'https://a.example' }, [], { DATABASE_URL: server.url }),
    deploy(settings, ['--dry-run'], { DATABASE_URL: neon }),
    deploy({ ...settings, origin: 'http://a.edu' }, ['--dry-run']),
  ]
  expect(refused.map(({ status, lines }) => [status, lines])).toEqual(refused.map(() => [1, ['']]))
  expect(refused.map(({ stderr }) => stderr)).toEqual([
    'Set DATABASE_URL to the direct URL of the database, which is migrated before the Workers are deployed.\n',
    `deploy.json: ${environment}.origin: This is the origin of the example.\n`,
    `The database of DATABASE_URL is in aws-us-east-2, but databaseRegion of ${environment} is aws-eu-central-1.\n`,
    `deploy.json: ${environment}.origin: Expected an origin with https, such as https://proctoring.school.edu.\n`,
  ])
})
