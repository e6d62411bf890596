// The database of a next build: the current schema, with additional migrations and changed functions and views.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaFolder } from '../../tools/project.ts'
import { temporaryDirectory } from './directory.ts'
import { writeManifest } from './processes.ts'

type Next = {
  /** The migrations that follow, by tag. */
  migrations: Record<string, string>
  /** The changed texts of db/sql by id. */
  sql?: Record<string, (text: string) => string>
}

type Journal = { entries: { idx: number; when: number; [name: string]: unknown }[] }

/** Writes the schema folder of a next build. */
export async function nextSchema({ migrations, sql = {} }: Next): Promise<string> {
  const folder = temporaryDirectory()
  for (const name of ['migrations', 'sql'])
    cpSync(join(schemaFolder, name), join(folder, name), { recursive: true })
  const file = join(folder, 'migrations', 'meta', '_journal.json')
  const journal: Journal = JSON.parse(readFileSync(file, 'utf8'))
  for (const [tag, text] of Object.entries(migrations)) {
    const last = journal.entries.at(-1)
    if (!last) throw new Error('The journal is empty.')
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    writeFileSync(join(folder, 'migrations', `${tag}.sql`), text)
  }
  writeFileSync(file, JSON.stringify(journal))
  for (const [id, change] of Object.entries(sql)) {
    const path = join(folder, 'sql', `${id}.sql`)
    const text = readFileSync(path, 'utf8')
    const changed = change(text)
    if (changed === text) throw new Error(`${id} has not changed.`)
    writeFileSync(path, changed)
  }
  await writeManifest(join(folder, 'sql'))
  return folder
}
