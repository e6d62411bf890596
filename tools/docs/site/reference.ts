// The script of the API reference page: Scalar's standalone bundle.

import { readFileSync } from 'node:fs'
import { projectFile } from '../../project.ts'

/** The script, which contains its styles, after the licence, which the package lacks. */
export function referenceScript(): string {
  const file = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
  // The source map is not served.
  const script = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
  const licence = readFileSync(projectFile('tools/docs/site/scalar-licence.txt'), 'utf8').trim()
  return `/*! ${licence} */\n${script}`
}
