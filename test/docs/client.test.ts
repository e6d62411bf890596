import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { projectFile } from '../../tools/project.ts'
import { blocksOf } from '../support/docs/blocks.ts'
import { compile, linkPackages, projectWith, runIn } from '../support/packages.ts'
import { makeWorld, type World } from '../support/world.ts'

const guide = readFileSync(projectFile('docs/client.md'), 'utf8')
const blocks = blocksOf('docs/client.md')
const textOf = (language: string) => blocks.find(block => block.language === language)?.text ?? ''
let world: World
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  folder = await projectWith('client')
})

test("the guide's program compiles in a strict project with the package, and prints the output of the guide", async () => {
  linkPackages(folder, ['@types/node', 'undici-types'])
  expect(await compile(folder, { 'exam.ts': textOf('ts') }, { types: ['node'], lib: ['es2024'] })).toBe('')
  const { stack, secret, installSid } = world
  const env = { INVIGIL_URL: stack.baseUrl, INVIGIL_CREDENTIAL: secret, INVIGIL_INSTALL: installSid }
  expect(await runIn(folder, 'exam.js', env)).toBe(textOf('output'))
})

test('the guide installs the file that npm pack makes', () => {
  expect(guide).toContain(`/invigil-client-${manifest.version}.tgz`)
})

test.each([...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name))(
  'the option %s of the guide exists',
  name => {
    expect(readFileSync(projectFile('src/client/options.ts'), 'utf8')).toMatch(
      new RegExp(`^  ${name}(\\?|\\(|:)`, 'm'),
    )
  },
)
