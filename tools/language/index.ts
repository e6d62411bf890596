// `npm run words`: lists the files with retired words. Fails if there are any.

import { readArguments } from '../arguments.ts'
import { filesWithRetiredWords } from './occurrences.ts'

readArguments({
  name: 'npm run words',
  description: 'Lists the files with retired words. Fails if there are any.',
})
const files = filesWithRetiredWords()
for (const file of files) console.error(file)
process.exitCode = files.length === 0 ? 0 : 1
