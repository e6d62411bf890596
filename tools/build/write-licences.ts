// `npm run licences`

import { writeFileSync } from 'node:fs'
import { readArguments } from '../arguments.ts'
import { projectFile } from '../project.ts'
import { packages, pageOf } from './licences.ts'

readArguments({ name: 'npm run licences', description: 'Writes docs/licences.md.' })
writeFileSync(projectFile('docs/licences.md'), pageOf(await packages()))
