import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { makeWorld, type World } from '../support/world.ts'

const guide = readFileSync(projectFile('docs/client.md'), 'utf8')
const shown = /```ts\n(?<code>.+?)```\n\n```\n(?<output>.+?)```/s.exec(guide)?.groups
let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const example = projectFile('examples/typed-client.ts')

test('the guide contains the example unchanged', () => {
  expect(shown?.['code']).toBe(readFileSync(example, 'utf8'))
})

test('the example prints the output of the guide', async () => {
  const { stack, secret, installSid } = world
  const { stdout } = await promisify(execFile)(process.execPath, [example], {
    env: {
      ...process.env,
      ...{ INVIGIL_URL: stack.baseUrl, INVIGIL_CREDENTIAL: secret, INVIGIL_INSTALL: installSid },
    },
  })
  expect(stdout).toBe(shown?.['output'])
})

test.each([...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name))(
  'the option %s of the guide exists',
  name => {
    expect(readFileSync(projectFile('src/client/index.ts'), 'utf8')).toMatch(
      new RegExp(`^  ${name}(\\?|\\(|:)`, 'm'),
    )
  },
)
