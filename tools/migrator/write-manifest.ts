// Part of `npm run db:generate`: writes db/sql/manifest.json, by which Workers identify the set of SQL objects.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../arguments.ts'
import { schemaFolder } from '../project.ts'
import { withGeneratedParts } from './generated-sql.ts'
import { manifestFile, manifestOf, readManifest, readSqlObjects } from './sql-set.ts'

readArguments({
  name: 'npm run db:generate',
  description: 'Writes a migration from the schema, and the manifest of db/sql.',
})
const folder = join(schemaFolder, 'sql')
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.sql')) continue
  const file = join(folder, name)
  writeFileSync(file, withGeneratedParts(readFileSync(file, 'utf8')))
}
const objects = readSqlObjects(folder)
const manifest = manifestOf(objects, readManifest(folder), Date.now)
writeFileSync(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`)
console.log(`${objects.length} functions, views and triggers in db/sql/manifest.json`)
