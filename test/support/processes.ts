import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { manifestFile, manifestOf, readSqlObjects } from '../../tools/migrator/sql-set.ts'

/** An empty directory that an embedded Postgres can write: as root, it runs as another user. */
export async function serverDirectory(prefix: string) {
  const directory = await mkdtemp(join(tmpdir(), prefix))
  await chmod(directory, 0o755)
  return directory
}

/** A directory with a schema, and the processes that use it. Hooks of the calling file create it and stop them. */
export function processWorld() {
  let directory: string
  const children: ChildProcess[] = []
  const path = (...names: string[]) => join(directory, ...names)
  const world = {
    path,
    get folders() {
      return { schemaFolder: path('schema'), cacheFolder: path('cache') }
    },
    /** Killed after the file. */
    children,
    /** Runs a program in a new process, for `kill -9`. It prints into a file, since a pipe can delay lines. */
    async run(program: string) {
      const output = path(`printed-${children.length}`)
      const file = await open(output, 'w')
      const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
        stdio: ['ignore', file.fd, 'inherit'],
      })
      await file.close()
      children.push(child)
      return {
        printed: () => readFileSync(output, 'utf8').split('\n').slice(0, -1),
        async kill() {
          child.kill('SIGKILL')
          await once(child, 'exit')
        },
      }
    },
  }

  beforeAll(async () => {
    directory = await serverDirectory('local-database-')
    await writeSchema(world.folders.schemaFolder, ['create table item (n int primary key, filler text)'])
  })

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(directory, { recursive: true })
  })

  return world
}

/** Writes a folder like `db`: the migrations as drizzle-kit writes them, and the texts of `sql` by id. */
export async function writeSchema(folder: string, migrations: string[], sql: Record<string, string> = {}) {
  const to = join(folder, 'migrations')
  await mkdir(join(to, 'meta'), { recursive: true })
  const entries = migrations.map((_, idx) => ({
    idx,
    version: '7',
    when: 1_700_000_000_000 + idx,
    tag: `000${idx}`,
    breakpoints: true,
  }))
  await writeFile(
    join(to, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  for (const [idx, text] of migrations.entries()) await writeFile(join(to, `000${idx}.sql`), text)
  for (const [id, text] of Object.entries(sql)) {
    const file = join(folder, 'sql', `${id}.sql`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await writeManifest(join(folder, 'sql'))
}

/** Writes the manifest of a folder like `db/sql`, as `npm run db:generate` does. */
export async function writeManifest(folder: string) {
  await mkdir(folder, { recursive: true })
  const manifest = manifestOf(readSqlObjects(folder), undefined, Date.now)
  await writeFile(manifestFile(folder), JSON.stringify(manifest))
}

/** The path of a module of `tools/neon`, quoted for the import of a separate program. */
export const databaseModule = (name: string) =>
  JSON.stringify(new URL(`../../tools/neon/${name}`, import.meta.url).href)

/** The rest of a program with a `backend` and a `start`: inserts items endlessly and prints each committed one. */
export const insertingItems = `
  const filler = 'x'.repeat(500)
  for (let n = start; ; n++) {
    await backend.run([{ query: 'insert into item values ($1, $2)', params: [String(n), filler] }], n % 2 ? {} : undefined)
    if (n % 1000 === 999) await backend.run([{ query: 'checkpoint', params: [] }])
    console.log(n)
  }`

/** A process that has ended, but that its parent has not waited for, is not alive. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !(existsSync('/proc/self') && /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
}

/** Resolves if a server listens on the port of 127.0.0.1, and rejects otherwise. */
export function connected(port: number) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    }).on('error', reject)
  })
}
