// `npm run licences`

import { writeFileSync } from 'node:fs'
import { projectFile } from '../project.ts'
import { packages, pageOf } from './licences.ts'

writeFileSync(projectFile('docs/licences.md'), pageOf(await packages()))
