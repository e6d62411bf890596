// `npm run words`: lowers the baseline of retired words to what is left, and deletes it when nothing is left.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { projectFile } from '../project.ts'
import { baselineFile, countsOf, readBaseline, retiredByFile, total } from './occurrences.ts'

const counts = countsOf(retiredByFile())
const baseline = readBaseline()
const path = projectFile(baselineFile)

if (existsSync(path) && total(counts) > total(baseline)) {
  const grown = Object.keys(counts).filter(file => (counts[file] ?? 0) > (baseline[file] ?? 0))
  console.error(
    `Refused: ${total(counts)} retired words, ${total(baseline)} in the baseline. More are in:\n${grown.join('\n')}`,
  )
  process.exit(1)
}
if (total(counts) === 0) rmSync(path, { force: true })
else writeFileSync(path, `${JSON.stringify(counts, null, 2)}\n`)
console.log(`${total(counts)} retired words in ${Object.keys(counts).length} files`)
