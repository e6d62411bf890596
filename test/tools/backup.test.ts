// `npm run backup`, `restore` and `db:move` as commands, on systems with data: every row arrives, and tokens
// and credentials remain valid.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Copier } from '../../tools/backup/copier.ts'
import { withEmbedded, withPglite, withServer } from '../../tools/backup/open.ts'
import { sequencesOf, tablesOf } from '../../tools/backup/tables.ts'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { projectFile } from '../../tools/project.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { callerOf } from '../support/client.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { makeDocument } from '../support/documents.ts'
import { makePhoto } from '../support/files.ts'
import { callFrom, login, makeOperator, type Person, someAddress } from '../support/platform.ts'
import { startTestPostgres } from '../support/postgres.ts'
import { itemOf } from '../support/provision.ts'
import { testStack } from '../support/stack.ts'
import { issueToken } from '../support/tokens.ts'
import { arrived, makeEndpoint, publish, type Receiver, startSink } from '../support/webhooks.ts'
import { makeWorld, type World } from '../support/world.ts'

const SLOW = { timeout: 180_000 }
let server: EmbeddedPostgres
let sink: Awaited<ReturnType<typeof startSink>>
let databases = 0
beforeAll(async () => {
  server = await startTestPostgres()
  sink = await startSink()
})
afterAll(async () => {
  await sink?.close()
  await server?.stop()
})

/** An empty database whose owner is not a superuser, as on Neon. */
async function emptyDatabase(): Promise<string> {
  const name = `campus_${databases++}`
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`create role ${name} login password '${name}'`)
  await client.query(`create database ${name} owner ${name}`)
  await client.end()
  return `postgres://${name}:${name}@127.0.0.1:${server.port}/${name}`
}

type Run = { code: unknown; stdout: string; stderr: string }

const run = (script: string, args: string[], env: Record<string, string>) =>
  new Promise<Run>(resolve => {
    const all = { ...process.env, DATABASE_URL: '', STATE_DIR: '', ...env }
    const file = projectFile(`tools/ops/${script}.ts`)
    execFile(process.execPath, [file, ...args], { env: all }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })

/** Every row of every table, and the sequences. */
async function contentsOf(copier: Copier): Promise<Record<string, unknown>> {
  await copier.execute("set time zone 'UTC'")
  const contents: Record<string, unknown> = { sequences: await sequencesOf(copier) }
  for (const { name } of await tablesOf(copier))
    contents[name] = await copier.rows(`select t::text as row from public."${name}" t order by 1`)
  return contents
}

type Filled = {
  world: World
  person: Person
  receiver: Receiver
  embed: { stsToken: string; elementToken: string }
  expectPhoto(stack: Stack): Promise<void>
  expectDocument(stack: Stack): Promise<void>
}

/** A system in use: people with sessions, an operator, a photo, a document, a webhook endpoint with a sealed secret, and a token. */
async function fill(stack: Stack): Promise<Filled> {
  const world = await makeWorld(stack)
  for (const name of ['ada', 'grace', 'edith']) {
    const made = await world.admin('POST', world.path('/provision'), { body: itemOf(name) })
    expect(made.status, made.raw).toBe(200)
  }
  const { receiver } = await makeEndpoint(world, sink.receiver())
  const { answer } = await issueToken(world, { targetUserSid: await world.user() })
  const embed = { stsToken: answer.text('stsToken'), elementToken: answer.text('elementToken') }
  const made = { expectPhoto: await makePhoto(stack), expectDocument: await makeDocument(world) }
  return { world, person: await makeOperator(world), receiver, embed, ...made }
}

/** Expects that records from before the copy work on it: tokens, passwords, credentials, files, and texts that the sealing key opens. */
async function expectUse(stack: Stack, { world, person, receiver, embed, ...expects }: Filled) {
  expect((await fetch(new URL('/readyz', stack.baseUrl))).status).toBe(200)
  const { stsToken, elementToken } = embed
  const verified = await callerOf(stack, stsToken)('POST', '/v1/embeds/verify', {
    body: { elementToken },
    headers: { origin: stack.baseUrl },
  })
  expect(verified.status, verified.raw).toBe(200)
  expect((await login({ ...person, anyone: callFrom(stack, someAddress()) })).status).toBe(200)
  const admin = callerOf(stack, world.secret)
  await expects.expectPhoto(stack)
  await expects.expectDocument(stack)
  const before = receiver.received.length
  await publish({ admin })
  await arrived(receiver, before + 1)
}

test(
  'npm run db:move copies every row from PGlite to Postgres, and tokens, passwords and sealed texts remain valid',
  SLOW,
  async () => {
    const stateDir = temporaryDirectory()
    // The origin is the issuer of tokens: it stays the same.
    const stack = await testStack({ stateDir, database: { kind: 'pglite' } })
    const filled = await fill(stack)
    const { port } = new URL(stack.baseUrl)
    const running = await run('move', [], { STATE_DIR: stateDir, DATABASE_URL: await emptyDatabase() })
    expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('Another process uses') })
    await stack.close()

    const url = await emptyDatabase()
    const before = await withPglite(join(stateDir, 'pglite'), contentsOf)
    const keys = readFileSync(join(stateDir, 'keys.json'), 'utf8')
    const moved = await run('move', [], { STATE_DIR: stateDir, DATABASE_URL: url })
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Moved \d+ rows\. /) })
    expect(moved.stderr).toContain('100 %')
    expect(await withServer(url, contentsOf)).toEqual(before)
    expect(
      Object.values(before).filter(rows => Array.isArray(rows) && rows.length > 0).length,
    ).toBeGreaterThan(15)
    expect(readFileSync(join(stateDir, 'keys.json'), 'utf8')).toBe(keys)
    expect(readdirSync(stateDir)).toContain('pglite.moved')

    await expect(testStack({ stateDir, database: { kind: 'pglite' } })).rejects.toThrow('another database')
    const again = await testStack({ stateDir, port: Number(port), database: { kind: 'server', url } })
    onTestFinished(again.close)
    await expectUse(again, filled)
  },
)

test(
  'npm run backup copies a database in use, and npm run restore creates a system of it that accepts the issued tokens and credentials',
  SLOW,
  async () => {
    const [stateDir, restoredDir, url, empty] = [
      ...[temporaryDirectory(), temporaryDirectory()],
      ...[await emptyDatabase(), await emptyDatabase()],
    ] as const
    const stack = await testStack({ stateDir, database: { kind: 'server', url } })
    const filled = await fill(stack)
    const { port } = new URL(stack.baseUrl)
    const directory = join(temporaryDirectory(), 'nightly')
    const backup = await run('backup', [directory], { STATE_DIR: stateDir, DATABASE_URL: url })
    expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining(`with the keys of ${stateDir}`) })
    const foreign = join(temporaryDirectory(), 'foreign')
    const otherDir = temporaryDirectory()
    writeFileSync(join(otherDir, 'database.json'), '{"kind":"server"}')
    writeFileSync(join(otherDir, 'sealing-key'), makeSealingKey())
    const refused = await run('backup', [foreign], { STATE_DIR: otherDir, DATABASE_URL: url })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^The sealing key is not the one of this database\. [^\n]*\n$/)
    expect(readdirSync(dirname(foreign))).toEqual([])
    await stack.close()
    const before = await withServer(url, contentsOf)

    const env = { STATE_DIR: restoredDir, DATABASE_URL: empty }
    expect(await run('restore', [directory], env)).toMatchObject({ code: 0 })
    expect(await withServer(empty, contentsOf)).toEqual(before)
    const restored = await testStack({
      ...{ stateDir: restoredDir, port: Number(port) },
      database: { kind: 'server', url: empty },
    })
    onTestFinished(restored.close)
    await expectUse(restored, filled)

    const again = await run('restore', [directory], env)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toBe(
      `STATE_DIR ${restoredDir} belongs to another system. Set STATE_DIR to an empty directory.\n`,
    )
    const other = { STATE_DIR: temporaryDirectory(), DATABASE_URL: empty }
    const occupied = await run('restore', [directory], other)
    expect(occupied.stderr).toContain('The database contains accounts, and was not changed.')
    expect(readdirSync(other.STATE_DIR)).toEqual(['.lock'])
  },
)

test(
  'npm run restore also creates a system on PGlite, and npm run backup copies it again',
  SLOW,
  async () => {
    const stateDir = temporaryDirectory()
    const stack = await testStack({ stateDir, database: { kind: 'pglite' } })
    const filled = await fill(stack)
    await stack.close()
    const first = join(temporaryDirectory(), 'first')
    expect(await run('backup', [first], { STATE_DIR: stateDir })).toMatchObject({ code: 0 })
    const before = await withPglite(join(stateDir, 'pglite'), contentsOf)

    const restoredDir = join(temporaryDirectory(), 'restored')
    expect(await run('restore', [first], { STATE_DIR: restoredDir })).toMatchObject({ code: 0 })
    expect(await withPglite(join(restoredDir, 'pglite'), contentsOf)).toEqual(before)
    const { port } = new URL(stack.baseUrl)
    const restored = await testStack({
      stateDir: restoredDir,
      port: Number(port),
      database: { kind: 'pglite' },
    })
    await expectUse(restored, filled)
    await restored.close()
    const second = join(temporaryDirectory(), 'second')
    expect(await run('backup', [second], { STATE_DIR: restoredDir })).toMatchObject({ code: 0 })

    // A killed restore is repaired by the same command, and a Postgres that it has left is stopped.
    const killedDir = join(temporaryDirectory(), 'killed')
    const env = { ...process.env, DATABASE_URL: '', STATE_DIR: killedDir }
    const command = [projectFile('tools/ops/restore.ts'), first, '--postgres']
    const child = spawn(process.execPath, command, { env, stdio: 'ignore' })
    const data = join(killedDir, '.restoring', 'postgres', 'data')
    await expect.poll(() => existsSync(join(data, 'postmaster.pid')), { timeout: 60_000 }).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const start = testStack({ stateDir: killedDir, database: { kind: 'postgres' } })
    await expect(start).rejects.toThrow('has an incomplete restore')
    const repaired = await run('restore', [first, '--postgres'], { STATE_DIR: killedDir })
    expect(repaired).toMatchObject({ code: 0 })
    expect(await withEmbedded(join(killedDir, 'postgres'), contentsOf)).toEqual(before)
  },
)

test('a directory without a database is refused, and nothing is written', SLOW, async () => {
  const [stateDir, directory] = [join(temporaryDirectory(), 'none'), join(temporaryDirectory(), 'backup')]
  const env = { STATE_DIR: stateDir }
  const refused = await Promise.all([
    run('backup', [directory], env),
    run('restore', [directory], env),
    run('move', [], { ...env, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }),
    run('backup', [directory], { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }),
  ])
  expect(refused.map(({ code, stdout, stderr }) => [code, stdout, stderr.split('\n').length])).toEqual(
    Array(4).fill([1, '', 2]),
  )
  expect(refused.map(({ stderr }) => stderr).join()).not.toContain('secret')
  expect([existsSync(stateDir), existsSync(directory)]).toEqual([false, false])
})
