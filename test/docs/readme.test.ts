import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile, workerNames } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { ownStack, usualDatabase } from '../support/stack.ts'

const readme = readFileSync(projectFile('README.md'), 'utf8')
const conversation = /```sh\n(?<script>.+?)```\n\n```\n(?<output>.+?)```/s.exec(readme)?.groups

/** Replaces values that differ from run to run. */
const alike = (text: string) =>
  text
    .replaceAll(/[A-Z]{2}[a-f0-9]{32}/g, '<sid>')
    .replaceAll(/[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}/g, '<request id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<origin>')

test('the requests of the README run, with the responses that it shows', async () => {
  // A new install, since the requests list its users.
  const { stateDir, close } = await ownStack(usualDatabase)
  onTestFinished(close)
  const folder = temporaryDirectory()
  symlinkSync(stateDir, join(folder, '.local'))
  const { stdout } = await promisify(execFile)('bash', ['-euc', conversation?.['script'] ?? ''], {
    cwd: folder,
  })
  expect(alike(stdout)).toBe(alike(conversation?.['output'] ?? ''))
})

test.each([...readme.matchAll(/`npm run ([\w:]+)`/g)].map(([, name = '']) => name))(
  'npm run %s exists',
  name => {
    const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
    expect(Object.keys(scripts)).toContain(name)
  },
)

const folders = [...readme.matchAll(/`([\w/]+\/)`/g)].map(([, folder = '']) => folder)

test.each(folders)('%s exists', folder => {
  expect(statSync(projectFile(folder)).isDirectory()).toBe(true)
})

test('the picture has each Worker, and the table each folder of `src/`', () => {
  const [, picture = ''] = /```\n(.+?)```/s.exec(readme) ?? []
  expect(workerNames.filter(name => !picture.includes(` ${name} `))).toEqual([])
  const parts = readdirSync(projectFile('src'), { withFileTypes: true }).filter(each => each.isDirectory())
  expect(parts.map(({ name }) => `src/${name}/`).filter(folder => !folders.includes(folder))).toEqual([])
})

test.each(['deploy', 'upgrade'])('the guide %s rolls back each Worker', guide => {
  const text = readFileSync(projectFile(`docs/guides/${guide}.md`), 'utf8')
  const names = [...text.matchAll(/^npx wrangler rollback --name invigil-(\w+)$/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual([...workerNames].toSorted())
})
