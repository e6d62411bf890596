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

test("the guide's example compiles in a strict program", () => {
  const blocks = blocksOf('docs/guides/embed-an-exam.md').filter(({ language }) => language === 'ts')
  expect(blocks).toHaveLength(1)
  expect(compile(Object.fromEntries(blocks.map(({ purpose, text }) => [purpose, text])))).toBe('')
})

test('the classic script is the global Invigil', () => {
  const script =
    "const embed: Invigil.Embed = Invigil.createEmbed({ container: '#exam' }); embed.frame.hidden = true"
  expect(
    compile(
      { 'page.ts': script },
      { moduleDetection: 'legacy', module: 'esnext', moduleResolution: 'bundler' },
    ),
  ).toBe('')
})

test('a wrong option, event or code does not compile', () => {
  const lines = [
    "import { createEmbed } from './invigil.js'",
    "const embed = createEmbed({ container: '#exam', theme: 'blue' })",
    "embed.on('expired', () => {})",
    "embed.on('error', ({ code }) => code === 'unknown')",
    "embed.on('resize', ({ width }) => width)",
  ]
  const printed = compile({ 'page.ts': lines.join('\n') })
  expect([...printed.matchAll(/page\.ts\((\d+),/g)].map(([, line]) => Number(line))).toEqual([2, 3, 4, 5])
})

test('the types are those of the code', () => {
  const code = projectFile('src/embed/sdk/index.ts')
  const lines = [
    `import * as code from '${code}'`,
    "import * as declared from './invigil.js'",
    'export const same: typeof code.createEmbed = declared.createEmbed',
    'export const back: typeof declared.createEmbed = code.createEmbed',
  ]
  const options = { allowImportingTsExtensions: true, lib: ['es2022', 'dom', 'dom.iterable'] }
  expect(compile({ 'page.ts': lines.join('\n') }, options)).toBe('')
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
