// `npm run licences`

import { writeFileSync } from 'node:fs'
import { packages, pageOf } from './licences.ts'
import { projectFile } from './project.ts'

writeFileSync(projectFile('docs/licences.md'), pageOf(await packages()))
