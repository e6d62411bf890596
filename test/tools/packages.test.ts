// What all packages of packages/ have in common.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { packageBudget, packageNames } from '../../tools/build/packages.ts'
import { projectFile } from '../../tools/project.ts'
import { compile, projectWith, tarballOf } from '../support/packages.ts'

const installedIn = (folder: string) =>
  readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('package.json'))
    .map(path => path.replaceAll('\\', '/').replace(/\/package\.json$/, ''))

test('there is a package for each folder', () => {
  const folders = readdirSync(projectFile('packages'), { withFileTypes: true })
  expect(folders.filter(entry => entry.isDirectory()).map(({ name }) => name)).toEqual(packageNames)
})

test.each(packageNames)('@invigil/%s has the version of the project, and depends on nothing', name => {
  const own = JSON.parse(readFileSync(projectFile(`packages/${name}/package.json`), 'utf8'))
  expect([own.name, own.version, own.license]).toEqual([
    `@invigil/${name}`,
    manifest.version,
    manifest.license,
  ])
  expect(own.dependencies).toBeUndefined()
  for (const peer of Object.keys(own.peerDependencies ?? {}))
    expect(own.peerDependenciesMeta[peer]).toEqual({ optional: true })
})

test.each(packageNames)('@invigil/%s contains its code, types, licence and readme only', async name => {
  const listed = execFileSync('tar', ['-tzf', await tarballOf(name)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(listed).toEqual(
    expect.arrayContaining([
      ...['package/package.json', 'package/LICENSE', 'package/README.md'],
      ...['package/dist/index.js', 'package/dist/index.d.ts'],
    ]),
  )
  const others = listed.filter(
    path => !/^package\/(package\.json|LICENSE|README\.md|dist\/[\w-]+\.(d\.ts|js|js\.map))$/.test(path),
  )
  expect(others).toEqual([])
})

test.each(packageNames)('@invigil/%s installs alone, with at most 8 kB of code', async name => {
  const folder = await projectWith(name)
  expect(installedIn(folder)).toEqual([`@invigil/${name}`])
  const dist = join(folder, 'node_modules/@invigil', name, 'dist')
  const code = readdirSync(dist).filter(file => file.endsWith('.js'))
  const bytes = code.map(file => gzipSync(readFileSync(join(dist, file))).byteLength)
  expect(packageBudget).toBe(8000)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(packageBudget)
})

test.each(['client', 'verify'] as const)(
  'an error that @invigil/%s throws shows one short line of its code',
  async name => {
    const folder = await projectWith(name)
    const dist = join(folder, 'node_modules/@invigil', name, 'dist')
    const code = readdirSync(dist).filter(file => file.endsWith('.js'))
    const lines = code.flatMap(file => readFileSync(join(dist, file), 'utf8').split('\n'))
    expect(lines.filter(line => line.length > 200)).toEqual([])
  },
)

test.each(packageNames)('the files of @invigil/%s import each other and React only', async name => {
  const folder = await projectWith(name)
  const dist = join(folder, 'node_modules/@invigil', name, 'dist')
  const files = readdirSync(dist).filter(file => /\.(js|d\.ts)$/.test(file))
  const imports = files.flatMap(file =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(/(?:from|import)\s*\(?["']([^"'\n]+)["']/g)].map(
      ([, path = '']) => path,
    ),
  )
  for (const path of imports.filter(each => each !== 'react'))
    expect([path, path.startsWith('./') && existsSync(join(dist, path))]).toEqual([path, true])
})

test('the types of @invigil/client are one file without imports', async () => {
  const folder = await projectWith('client')
  const types = readFileSync(join(folder, 'node_modules/@invigil/client/dist/index.d.ts'), 'utf8')
  expect(types).not.toMatch(/\bfrom ['"]|\bimport\b\(/)
  expect(types.match(/^export /gm)).toHaveLength(1)
})

test('the verifier works from its package, and its signer in tests of receivers', async () => {
  const folder = await projectWith('verify')
  const lines = [
    "import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@invigil/verify'",
    "import { signWebhook } from '@invigil/verify/sign'",
    "const event = { id: 'EV1', topic: 'courses', source: 'sdk', type: 'document.updated', payload: {} }",
    "const body = JSON.stringify({ ...event, metadata: { timestamp: 1, environment: 'test' } })",
    "const webhook = { body, timestamp: Date.now(), id: 'EV1', endpointId: 'WH1' }",
    "const headers = await signWebhook({ ...webhook, secrets: ['a secret of mine'] })",
    "const verified: WebhookEvent = await verifyWebhook(body, { ...headers }, 'a secret of mine')",
    'console.log(verified.type)',
    "const refused: unknown = await verifyWebhook(body, { ...headers }, 'another').catch(error => error)",
    'console.log(refused instanceof WebhookVerificationError && refused.code)',
  ]
  expect(await compile(folder, { 'program.ts': lines.join('\n') })).toBe('')
  expect(execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })).toBe(
    'document.updated\nno_matching_signature\n',
  )
})
