import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { consoleOptions, firstScripts, importedBy, outputOf } from '../../tools/build/console.ts'
import { consoleBudgets, consoleFits, consoleSize } from '../../tools/build/console-size.ts'

test('the first view of the console loads at most 130 kB of script, and all pages together 260 kB', {
  timeout: 60_000,
}, async () => {
  expect(consoleBudgets).toEqual({ first: 130, all: 260 })
  const size = await consoleSize()
  expect(size.first).toBeGreaterThan(50)
  expect(consoleFits(size), JSON.stringify(size)).toBe(true)
  expect(consoleFits({ first: 130.1, all: 200 })).toBe(false)
  expect(consoleFits({ first: 100, all: 260.1 })).toBe(false)
})

test('the first scripts begin with the hint to compile their functions while they are received', {
  timeout: 60_000,
}, async () => {
  const { metafile, outputFiles } = await build(consoleOptions)
  const entries = firstScripts.map(source => outputOf(metafile, source))
  const names = entries.flatMap(entry => [entry, ...importedBy(metafile, entry)])
  const first = outputFiles.filter(({ path }) => names.some(name => path.endsWith(`/${name}`)))
  expect(first).toHaveLength(new Set(names).size)
  for (const { text } of first) expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
