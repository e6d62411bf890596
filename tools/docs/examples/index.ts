// `npm run examples`: records the examples of every operation in docs/examples.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../../arguments.ts'

readArguments({
  name: 'npm run examples',
  description: 'Records the examples of every operation in docs/examples, from a temporary system.',
})

// Imported after the arguments are read, so that the help appears at once.
const { examplesFolder, toFiles } = await import('./files.ts')
const { recordExamples } = await import('./record.ts')

const files = toFiles(await recordExamples())
rmSync(examplesFolder, { recursive: true, force: true })
mkdirSync(examplesFolder, { recursive: true })
for (const [name, text] of Object.entries(files)) writeFileSync(join(examplesFolder, name), text)
console.log(`Recorded ${Object.keys(files).length} operations.`)
