// Follows the page: an archive, a base backup, a mistake, and a second server that is recovered to the second before it.

import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { type Block, blocksOf, kindOf, placeOf } from '../support/docs/blocks.ts'
import { cloneLike } from '../support/docs/reader.ts'
import { openServer, openTerminal, type Server } from '../support/docs/terminal.ts'
import { freePort } from '../support/start.ts'

const page = 'docs/guides/point-in-time.md'
const home = temporaryDirectory()
const paths = { archive: join(home, 'archive'), first: join(home, 'first'), second: join(home, 'second') }

let postgres: EmbeddedPostgres
let system: Server | undefined
afterAll(async () => {
  await system?.close()
  await postgres?.stop()
})

/** The package has neither `pg_basebackup` nor a system user: these commands do the same by the functions of Postgres. */
function commands(): string {
  const bin = temporaryDirectory()
  writeFileSync(join(bin, 'sudo'), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 })
  const command = `#!/bin/sh\nexec node ${projectFile('test/support/docs/base-backup.ts')} "$@"\n`
  writeFileSync(join(bin, 'pg_basebackup'), command, { mode: 0o755 })
  return bin
}

const here = (text: string, port: number): string =>
  text
    .replaceAll('/var/backups/invigil', paths.archive)
    .replaceAll('/var/lib/postgresql/18/recovered', join(paths.second, 'data'))
    .replaceAll('8796', String(port))

/** Runs the statements as the superuser. Returns the rows of the last one. */
async function administer(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  let rows = []
  for (const statement of sql.split(/;\s*/).filter(Boolean)) ({ rows } = await client.query(statement))
  await client.end()
  return rows
}

/** What the commands for another machine do: an administrator prepares the directory and starts the servers. */
const remote: Record<string, () => Promise<void>> = {
  'sudo install'() {
    mkdirSync(join(paths.archive, 'wal'), { recursive: true })
    for (const folder of [paths.archive, join(paths.archive, 'wal')]) chmodSync(folder, 0o777)
    return Promise.resolve()
  },
  async 'sudo systemctl'() {
    await postgres.stop()
    postgres = await startEmbeddedPostgres(paths.first, { port: postgres.port })
  },
  async 'sudo -u'() {
    await postgres.stop()
    cpSync(join(paths.first, 'password'), join(paths.second, 'password'))
    postgres = await startEmbeddedPostgres(paths.second)
  },
}

test('the system is as it was a second before the mistake', { timeout: 240_000 }, async () => {
  const clone = cloneLike()
  const port = await freePort()
  postgres = await startEmbeddedPostgres(paths.first)
  mkdirSync(paths.second)
  const databaseUrl = (): string => postgres.url
  const env = { ...clone.env, PATH: `${commands()}${delimiter}${clone.env['PATH']}` }
  const administrator = databaseUrl()
  const terminal = openTerminal({ ...clone, env: { ...env, ADMIN_DATABASE_URL: administrator } })
  let compared = 0
  let printed = ''
  const follow: Partial<Record<string, (text: string, block: Block) => Promise<unknown>>> = {
    sql: text => administer(databaseUrl(), text),
    remote: text => remote[text.split(' ').slice(0, 2).join(' ')]?.() ?? expect.fail(text),
    async serve(text) {
      const url = databaseUrl()
      const urls = { DATABASE_URL: url, RECOVERED_DATABASE_URL: url }
      system = await openServer(text, port, { ...clone, env: { ...env, ...urls } })
    },
    stop: async () => system?.close(),
    run: async text => (printed = await terminal.run(text)),
    output(text, block) {
      compared += 1
      expect(printed, placeOf(block)).toBe(text)
      return Promise.resolve()
    },
  }
  for (const block of blocksOf(page))
    await (follow[kindOf(block) ?? ''] ?? expect.fail(placeOf(block)))(here(block.text, port), block)
  await terminal.close()
  expect(compared).toBe(2)
  // A promoted server writes a new timeline.
  const [log] = await administer(databaseUrl(), 'select pg_walfile_name(pg_current_wal_lsn()) as name')
  expect(log?.['name']).toMatch(/^00000002/)
})
