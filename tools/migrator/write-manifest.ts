// Part of `npm run db:generate`: writes db/sql/manifest.json, by which Workers identify the set of SQL objects.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaFolder } from '../project.ts'
import { manifestFile, manifestOf, readManifest, readSqlObjects } from './sql-set.ts'

const folder = join(schemaFolder, 'sql')
const manifest = manifestOf(readSqlObjects(folder), readManifest(folder), Date.now)
writeFileSync(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`)
console.log(`${Object.keys(manifest.objects).length} functions, views and triggers in db/sql/manifest.json`)
