// @invigil/embed in strict projects, with and without React.

import { beforeAll, expect, test } from 'vitest'
import { blocksOf } from '../support/docs/blocks.ts'
import { compile, linkPackages, projectWith, runIn } from '../support/packages.ts'

const react = ['react', 'react-dom', '@types/react', '@types/react-dom', 'csstype']
let folder: string
beforeAll(async () => {
  folder = await projectWith('embed')
})

test('the SDK compiles and runs without React, and requires the address of the system', async () => {
  const lines = [
    "import { createEmbed, type Embed, type EmbedOptions } from '@invigil/embed'",
    "const show = (options: EmbedOptions): Embed => createEmbed({ ...options, locale: 'de-AT' })",
    'console.log(typeof show)',
  ]
  expect(await compile(folder, { 'program.ts': lines.join('\n') })).toBe('')
  expect(await runIn(folder, 'program.js', {})).toBe('function\n')
  const wrong = [
    "import { createEmbed } from '@invigil/embed'",
    "const embed = createEmbed({ container: '#exam' })",
    "embed.on('expired', () => {})",
  ]
  const printed = await compile(folder, { 'wrong.ts': wrong.join('\n') })
  expect([...printed.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line))).toEqual([2, 3])
})

test("the guide's component compiles, and a server renders an empty container", async () => {
  const project = await projectWith('embed')
  linkPackages(project, react)
  const [shown, ...more] = blocksOf('docs/guides/embed-an-exam.md').filter(
    ({ language }) => language === 'tsx',
  )
  expect(more).toEqual([])
  expect(await compile(project, { 'exam.tsx': shown?.text ?? '' })).toBe('')
  const lines = [
    "import { renderToString } from 'react-dom/server'",
    "import { InvigilEmbed } from '@invigil/embed/react'",
    'console.log(renderToString(<InvigilEmbed baseUrl="https://invigil.example" className="exam" id="e" />))',
  ]
  expect(await compile(project, { 'server.tsx': lines.join('\n') })).toBe('')
  expect(await runIn(project, 'server.js', {})).toBe('<div class="exam" id="e"></div>\n')
})

test('a wrong property of the component does not compile', async () => {
  const project = await projectWith('embed')
  linkPackages(project, react)
  const lines = [
    "import { InvigilEmbed } from '@invigil/embed/react'",
    'export const one = <InvigilEmbed theme="dark" />',
    'export const two = <InvigilEmbed baseUrl="https://invigil.example" theme="blue" />',
    'export const three = <InvigilEmbed baseUrl="https://invigil.example" onResize={({ width }) => width} />',
  ]
  const printed = await compile(project, { 'wrong.tsx': lines.join('\n') })
  expect([...printed.matchAll(/^wrong\.tsx\((\d+),/gm)].map(([, line]) => Number(line))).toEqual([2, 3, 4])
})
