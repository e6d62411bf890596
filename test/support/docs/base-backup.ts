// The flags of `pg_basebackup` that the documentation uses, by the low-level functions of Postgres
// (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).

import { execFileSync } from 'node:child_process'
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

const { values } = parseArgs({
  options: {
    pgdata: { type: 'string', default: '' },
    checkpoint: { type: 'string' },
    'wal-method': { type: 'string' },
    dbname: { type: 'string', default: '' },
  },
})

const client = new pg.Client(values.dbname)
await client.connect()
await client.query(`select pg_backup_start('base', ${values.checkpoint === 'fast'})`)
const { rows } = await client.query(`select current_setting('data_directory') as directory`)
execFileSync('cp', ['-a', rows[0].directory, values.pgdata])
const { rows: stopped } = await client.query('select labelfile from pg_backup_stop(true)')
await client.end()

const { uid, gid } = statSync(values.pgdata)
for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(values.pgdata, name), { force: true })
execFileSync('find', [join(values.pgdata, 'pg_wal'), '-type', 'f', '-delete'])
const label = join(values.pgdata, 'backup_label')
writeFileSync(label, stopped[0].labelfile)
chownSync(label, uid, gid)
