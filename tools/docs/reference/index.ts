// `npm run docs`: writes the pages of the reference and the types of the client, which are generated from the code.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readArguments } from '../../arguments.ts'
import { projectFile } from '../../project.ts'

readArguments({
  name: 'npm run docs',
  description:
    'Writes the pages of docs/reference and the types of the client, which are generated from the code.',
})

// Imported after the arguments are read, so that the help appears at once.
const { clientTypes, clientTypesFile } = await import('../../openapi/client-types.ts')
const { documentFor } = await import('../../openapi/tables.ts')
const { readExamples, shownOrigin } = await import('../examples/files.ts')
const { referencePages } = await import('./pages.ts')

const generated = {
  ...referencePages(),
  [clientTypesFile]: clientTypes(documentFor(readExamples(), shownOrigin)),
}
for (const [path, text] of Object.entries(generated)) {
  mkdirSync(dirname(projectFile(path)), { recursive: true })
  writeFileSync(projectFile(path), text)
  console.log(path)
}
