import { readFileSync } from 'node:fs'
import { projectFile } from '../project.ts'

/** The source of the public types of the SDK. It imports nothing, so its text is also a declaration file. */
export const sdkTypesSource = (): string => readFileSync(projectFile('src/embed/sdk/types.ts'), 'utf8')

/** Returns the types of the SDK as one file, for modules and, as `Invigil`, for the classic script. */
export function sdkTypes(): string {
  const module = readFileSync(projectFile('src/embed/sdk/index.ts'), 'utf8')
  const [, aliases = '', comment = ''] =
    /(export type.*?)\n\n(\/\*\*.*?\*\/)\nexport const/s.exec(module) ?? []
  if (!comment) throw new Error('The types of src/embed/sdk/index.ts are not in the expected form.')
  return [
    sdkTypesSource(),
    aliases,
    `\n${comment}`,
    'export declare const createEmbed: (options: EmbedOptions) => Embed',
    '\nexport as namespace Invigil',
    '',
  ].join('\n')
}
