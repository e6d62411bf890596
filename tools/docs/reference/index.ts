// `npm run docs`: writes the pages of the reference, which are generated from the code.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readArguments } from '../../arguments.ts'
import { projectFile } from '../../project.ts'
import { referencePages } from './pages.ts'

readArguments({
  name: 'npm run docs',
  description: 'Writes the pages of docs/reference, which are generated from the code.',
})
for (const [path, text] of Object.entries(referencePages())) {
  mkdirSync(dirname(projectFile(path)), { recursive: true })
  writeFileSync(projectFile(path), text)
  console.log(path)
}
