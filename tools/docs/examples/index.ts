// `npm run examples`: records the examples of every operation in docs/examples.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../../arguments.ts'
import { examplesFolder, toFiles } from './files.ts'
import { recordExamples } from './record.ts'

readArguments({
  name: 'npm run examples',
  description: 'Records the examples of every operation in docs/examples, from a temporary system.',
})
const files = toFiles(await recordExamples())
rmSync(examplesFolder, { recursive: true, force: true })
mkdirSync(examplesFolder, { recursive: true })
for (const [name, text] of Object.entries(files)) writeFileSync(join(examplesFolder, name), text)
console.log(`Recorded ${Object.keys(files).length} operations.`)
