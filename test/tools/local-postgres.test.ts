// The embedded Postgres as processes and files: it survives kill -9, ends with its owner, and leaves no files behind.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { connected, databaseModule, insertingItems, isAlive, processWorld } from '../support/processes.ts'

const world = processWorld()

describe('embedded Postgres', () => {
  test('stopping leaves no process, no port, no shared memory and no file outside its directory', {
    timeout: 90_000,
  }, async () => {
    const server = await startEmbeddedPostgres(world.path('stopped'), { fsync: false })
    const client = new pg.Client(server.url)
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('unix_socket_directories') sockets, current_setting('listen_addresses') listen`,
    )
    expect(rows).toEqual([{ sockets: '', listen: '127.0.0.1' }])
    await client.end()
    const memory = sharedMemoryOf(server.pid)
    expect(memory.filter(path => existsSync(path))).toEqual(memory)
    if (existsSync('/dev/shm')) expect(memory).not.toEqual([])
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
    await expect(connected(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(memory.filter(path => existsSync(path))).toEqual([])
    expect(readdirSync(tmpdir()).filter(name => name.includes(`.s.PGSQL.${server.port}`))).toEqual([])
    expect(readdirSync(world.path('stopped')).sort()).toEqual(['data', 'password', 'postgres.log'])
    expect(existsSync(world.path('stopped', 'data', 'postmaster.pid'))).toBe(false)
  })

  test('the password is required', async () => {
    const server = await startEmbeddedPostgres(world.path('locked'), { fsync: false })
    const guess = new pg.Client(`postgres://postgres:postgres@127.0.0.1:${server.port}/postgres`)
    await expect(guess.connect()).rejects.toMatchObject({ code: '28P01' })
    await server.stop()
    expect(statSync(world.path('locked', 'password')).mode & 0o777).toBe(0o600)
  })

  test('a socket exists on request, requires the password, and does not remain', async () => {
    const directory = world.path('socket')
    const server = await startEmbeddedPostgres(directory, { fsync: false, socket: true })
    const connect = async (url: URL) => {
      url.searchParams.set('host', directory)
      const client = new pg.Client(url.href)
      await client.connect()
      const { rows } = await client.query('select inet_client_addr() address')
      await client.end()
      return rows
    }
    const guessed = new URL(server.url)
    guessed.password = 'postgres'
    await expect(connect(guessed)).rejects.toMatchObject({ code: '28P01' })
    expect(await connect(new URL(server.url))).toEqual([{ address: null }])
    await server.stop()
    expect(readdirSync(directory).sort()).toEqual(['data', 'password', 'postgres.log'])
  })

  test('a server that a killed process left is stopped and loses no acknowledged commit', async () => {
    const directory = world.path('orphaned')
    const writer = await world.run(`
      import { startEmbeddedPostgres } from ${databaseModule('embedded.ts')}
      import { migrateUrl } from ${databaseModule('../migrator/migrate.ts')}
      import { postgresBackend } from ${databaseModule('postgres.ts')}
      const server = await startEmbeddedPostgres(${JSON.stringify(directory)})
      console.log(server.pid)
      await migrateUrl(server.url, ${JSON.stringify(world.folders.schemaFolder)})
      const backend = postgresBackend(server.url)
      const start = 0
      ${insertingItems}`)
    await expect.poll(() => writer.printed().length).toBeGreaterThan(20)
    await expect(startEmbeddedPostgres(directory)).rejects.toThrow('is in use by process')
    const orphan = Number(writer.printed()[0])
    await writer.kill()
    expect(isAlive(orphan)).toBe(true)

    const server = await startEmbeddedPostgres(directory)
    expect(isAlive(orphan)).toBe(false)
    const client = new pg.Client(server.url)
    await client.connect()
    const { rows } = await client.query('select max(n) max, count(*)::int count from item')
    await client.end()
    await server.stop()
    const committed = Number(writer.printed().at(-1))
    expect(rows[0].count).toBe(rows[0].max + 1)
    expect(rows[0].max).toBeGreaterThanOrEqual(committed)
  })

  test('a stale pid file with the pid of another process does not affect that process', async () => {
    const directory = world.path('recycled')
    await (await startEmbeddedPostgres(directory, { fsync: false })).stop()
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
    world.children.push(bystander)
    await writeFile(
      join(directory, 'data', 'postmaster.pid'),
      `${bystander.pid}\n${join(directory, 'data')}\n`,
    )
    const server = await startEmbeddedPostgres(directory, { fsync: false })
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    await server.stop()
  })

  test('a process that ends without stopping its server stops it', async () => {
    const program = `
      import { startEmbeddedPostgres } from ${databaseModule('embedded.ts')}
      console.log((await startEmbeddedPostgres(${JSON.stringify(world.path('left'))}, { fsync: false })).pid)`
    const pid = Number(
      execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
        encoding: 'utf8',
      }),
    )
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('processes that migrate at the same time wait for each other', async () => {
    const server = await startEmbeddedPostgres(world.path('migrated'), { fsync: false })
    await Promise.all(Array.from({ length: 5 }, () => migrateUrl(server.url, world.folders.schemaFolder)))
    const client = new pg.Client(server.url)
    await client.connect()
    const { rows } = await client.query('select count(*)::int n from drizzle.__drizzle_migrations')
    await client.end()
    await server.stop()
    expect(rows).toEqual([{ n: 1 }])
  })
})

/** The files of shared memory that a process has mapped. Other servers start and stop meanwhile, so all of them cannot be compared. */
function sharedMemoryOf(pid: number): string[] {
  const maps = existsSync('/dev/shm') ? readFileSync(`/proc/${pid}/maps`, 'utf8') : ''
  return [...new Set(maps.match(/\/dev\/shm\/\S+/g))]
}
