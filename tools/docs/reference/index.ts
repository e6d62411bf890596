// `npm run docs`: writes the pages of the reference and the types of the client, which are generated from the code.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readArguments } from '../../arguments.ts'
import { clientTypes, clientTypesFile } from '../../openapi/client-types.ts'
import { documentFor } from '../../openapi/tables.ts'
import { projectFile } from '../../project.ts'
import { readExamples, shownOrigin } from '../examples/files.ts'
import { referencePages } from './pages.ts'

readArguments({
  name: 'npm run docs',
  description:
    'Writes the pages of docs/reference and the types of the client, which are generated from the code.',
})
const generated = {
  ...referencePages(),
  [clientTypesFile]: clientTypes(documentFor(readExamples(), shownOrigin)),
}
for (const [path, text] of Object.entries(generated)) {
  mkdirSync(dirname(projectFile(path)), { recursive: true })
  writeFileSync(projectFile(path), text)
  console.log(path)
}
