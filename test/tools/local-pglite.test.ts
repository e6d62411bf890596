// PGlite as processes and files: it survives kill -9, is restored from a snapshot, and leaves no files behind.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { migratedPglite, migratedSnapshot } from '../../tools/neon/snapshot.ts'
import { databaseModule, insertingItems, processWorld, writeSchema } from '../support/processes.ts'
import { rounds } from '../support/rounds.ts'

const world = processWorld()

describe('PGlite', () => {
  test('kill -9 during writes loses no acknowledged commit', async () => {
    const dataDir = world.path('killed')
    let start = 0
    for (const [round, aliveMs] of rounds({ quick: [200], all: [100, 400, 800] }).entries()) {
      const writer = await world.run(`
        import { migratedPglite } from ${databaseModule('snapshot.ts')}
        import { pgliteBackend } from ${databaseModule('pglite.ts')}
        const backend = pgliteBackend(await migratedPglite(${JSON.stringify(dataDir)}, ${JSON.stringify(world.folders)}))
        const start = ${start}
        ${insertingItems}`)
      await expect.poll(() => writer.printed().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
      await sleep(aliveMs)
      await writer.kill()
      expect(existsSync(join(dataDir, 'postmaster.pid')), `stale in round ${round}`).toBe(true)

      const db = await migratedPglite(dataDir, world.folders)
      const { rows } = await db.query<{ n: number }>('select n from item order by n')
      await db.query('reindex table item') // finds a torn index or page
      await db.close()
      const committed = Number(writer.printed().at(-1))
      expect(rows.map(row => row.n)).toEqual(Array.from({ length: rows.length }, (_, n) => n))
      expect(rows.length - 1).toBeGreaterThanOrEqual(committed)
      expect(rows.length - 1).toBeLessThanOrEqual(committed + 1) // the one without a response
      start = rows.length
    }
  }, 180_000)

  test('kill -9 during the creation of a directory leaves it complete or absent, without remains', async () => {
    for (const aliveMs of rounds({ quick: [8], all: [0, 4, 8, 16, 32] })) {
      const dataDir = world.path(`fresh-${aliveMs}`)
      const maker = await world.run(`
        import { migratedPglite } from ${databaseModule('snapshot.ts')}
        console.log('started')
        await migratedPglite(${JSON.stringify(dataDir)}, ${JSON.stringify(world.folders)})`)
      await expect.poll(() => maker.printed().length, { timeout: 60_000, interval: 1 }).toBe(1)
      await sleep(aliveMs)
      await maker.kill()
      const db = await migratedPglite(dataDir, world.folders)
      expect((await db.query('select * from item')).rows).toEqual([])
      await db.close()
    }
    expect((await readdir(world.path())).filter(name => name.includes('.new-'))).toEqual([])
  }, 180_000)

  test('the snapshot is made once, also for several simultaneous requests', async () => {
    const folders = { ...world.folders, cacheFolder: world.path('raced') }
    const [first, second] = await Promise.all([migratedSnapshot(folders), migratedSnapshot(folders)])
    expect(first).toBe(second)
    const made = statSync(join(first, 'data.tar')).mtimeMs
    const db = await migratedPglite(undefined, folders)
    const other = await migratedPglite(world.path('restored'), folders)
    await db.query('insert into item values (1)')
    expect((await other.query('select * from item')).rows).toEqual([])
    await Promise.all([db.close(), other.close()])
    expect(statSync(join(first, 'data.tar')).mtimeMs).toBe(made)
    expect(readdirSync(folders.cacheFolder)).toHaveLength(1)
    expect(statSync(world.path('restored')).mode & 0o777).toBe(0o700)
  }, 180_000)

  test('another schema has another snapshot; one that was not used for an hour is deleted', async () => {
    const folder = world.path('evolving')
    const folders = { schemaFolder: folder, cacheFolder: world.path('evolving-cache') }
    const recent = join(folders.cacheFolder, 'pglite-recent')
    const old = join(folders.cacheFolder, 'pglite-old.new-1-x')
    for (const it of [recent, old]) await mkdir(it, { recursive: true })
    await utimes(old, 0, 0)
    await writeSchema(folder, ['create table item (n int)'])
    const first = await migratedSnapshot(folders)
    expect([existsSync(recent), existsSync(old)]).toEqual([true, false])

    const dataDir = world.path('evolving-data')
    const before = await migratedPglite(dataDir, folders)
    await before.query('insert into item values (1)')
    await before.close()
    await writeSchema(folder, ['create table item (n int)', `alter table item add note text default 'added'`])
    const after = await migratedPglite(dataDir, folders)
    expect((await after.query('select * from item')).rows).toEqual([{ n: 1, note: 'added' }])
    await after.close()
    const fresh = await migratedPglite(undefined, folders)
    expect((await fresh.query('select note from item')).rows).toEqual([])
    await fresh.close()
    expect(await migratedSnapshot(folders)).not.toBe(first)
  }, 180_000)

  test('a failing migration leaves the database unchanged, and creates no snapshot', async () => {
    const folder = world.path('failing')
    const folders = { schemaFolder: folder, cacheFolder: world.path('failing-cache') }
    await writeSchema(folder, ['create table item (n int)', 'alter table nowhere add x int'])
    await expect(migratedPglite(undefined, folders)).rejects.toThrow()
    expect(readdirSync(folders.cacheFolder)).toEqual([])
  }, 120_000)

  test('a directory with other files is not changed', async () => {
    const dataDir = world.path('foreign')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'thesis.txt'), 'do not lose me')
    await expect(migratedPglite(dataDir, world.folders)).rejects.toThrow('ENOTEMPTY')
    expect(readdirSync(dataDir)).toEqual(['thesis.txt'])
  }, 120_000)

  test('the log of a long run stays small', async () => {
    const { pgliteBackend } = await import('../../tools/neon/pglite.ts')
    const dataDir = world.path('long')
    const backend = pgliteBackend(await migratedPglite(dataDir, world.folders))
    const noise = `select string_agg(md5(random()::text), '') from generate_series(1, 46)` // else the log compresses it
    const update = {
      query: `insert into item values (1, (${noise})) on conflict (n) do update set filler = excluded.filler`,
      params: [],
    }
    for (let i = 0; i < 500; i++) await backend.run(Array(100).fill(update), {})
    const logBytes =
      readdirSync(join(dataDir, 'pg_wal')).filter(name => /^[0-9A-F]{24}$/.test(name)).length * 2 ** 24
    await backend.close()
    expect(logBytes).toBeLessThan(80 * 2 ** 20) // 48 MB; without checkpoints 96 MB
  }, 120_000)
})
