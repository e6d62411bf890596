// The types at `/embed/v1.d.ts` are those of the code, and work in strict programs.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sdkTypes } from '../../tools/build/sdk-types.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { blocksOf } from '../support/docs/blocks.ts'
import { sharedStack } from '../support/stack.ts'

/** Compiles files beside the types, and returns the output of the compiler. */
function compile(files: Record<string, string>, options: object = {}): string {
  const folder = temporaryDirectory()
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], ...options },
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }))
  writeFileSync(join(folder, 'invigil.d.ts'), sdkTypes())
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const tsc = projectFile('node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
}

const lines = (...of: string[]) => of.join('\n')

const classic = lines(
  "const embed: Invigil.Embed = Invigil.createEmbed({ container: '#exam' }); embed.frame.hidden = true",
)
const wrong = lines(
  "import { createEmbed } from './invigil.js'",
  "const embed = createEmbed({ container: '#exam', theme: 'blue' })",
  "embed.on('expired', () => {})",
  "embed.on('error', ({ code }) => code === 'unknown')",
  "embed.on('resize', ({ width }) => width)",
)
const same = lines(
  `import * as code from '${projectFile('src/embed/sdk/index.ts')}'`,
  "import * as declared from './invigil.js'",
  'export const same: typeof code.createEmbed = declared.createEmbed',
  'export const back: typeof declared.createEmbed = code.createEmbed',
)

test('the classic script is the global Invigil', () => {
  const options = { moduleDetection: 'legacy', module: 'esnext', moduleResolution: 'bundler' }
  expect(compile({ 'page.ts': classic }, options)).toBe('')
})

// Compiled together: most of the time of a compilation is for the types of the language.
test("the guide's example compiles in a strict program, a wrong option, event or code does not, and the types are those of the code", () => {
  const blocks = blocksOf('docs/guides/embed-an-exam.md').filter(({ language }) => language === 'ts')
  expect(blocks).toHaveLength(1)
  const files = Object.fromEntries(blocks.map(({ purpose, text }) => [purpose, text]))
  const options = { allowImportingTsExtensions: true, lib: ['es2022', 'dom', 'dom.iterable'] }
  const printed = compile({ ...files, 'wrong.ts': wrong, 'same.ts': same }, options)
  const errors = printed.matchAll(/(\w+\.ts)\((\d+),/g)
  expect([...errors].map(([, file, line]) => `${file} ${line}`)).toEqual(
    [2, 3, 4, 5].map(n => `wrong.ts ${n}`),
  )
})

test('they are served to any origin, as TypeScript', async () => {
  const { baseUrl } = await sharedStack()
  const response = await fetch(`${baseUrl}/embed/v1.d.ts`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/typescript; charset=utf-8',
  ])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.text()).toBe(sdkTypes())
})
