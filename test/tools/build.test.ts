import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageNames } from '../../tools/build/packages.ts'
import { budgets } from '../../tools/build/worker-size.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { copyProject } from '../support/project-copy.ts'

test('npm run build prints the size of each Worker and package, and fails when one is above its budget', {
  timeout: 180_000,
}, async () => {
  expect(budgets).toEqual({ edge: 60, realtime: 160, proctoring: 300, sts: 300, platform: 300 })
  const project = temporaryDirectory()
  await copyProject(project)

  const good = await build(project)
  expect(good.code).toBe(0)
  for (const [name, budget] of Object.entries(budgets))
    expect(good.stdout).toMatch(new RegExp(`^${name} +[\\d.]+ of ${budget} kB gzipped$`, 'm'))
  for (const name of packageNames)
    expect(good.stdout).toMatch(new RegExp(`^@invigil/${name} +[\\d.]+ of 8 kB gzipped$`, 'm'))
  expect(good.stdout).toMatch(/^console +[\d.]+ of 130 kB gzipped at first, [\d.]+ of 260 kB in all$/m)
  const document = JSON.parse(await readFile(join(project, 'dist/assets/openapi.json'), 'utf8'))
  expect(document.servers).toEqual([{ url: 'https://api.invigil.example' }])

  const ballast = randomBytes(50_000).toString('hex')
  await appendFile(join(project, 'functions/edge.ts'), `\nexport const ballast = '${ballast}'\n`)
  const bad = await build(project)
  expect(bad.code).toBe(1)
  expect(bad.stdout).toMatch(/^edge .+: too large$/m)

  await appendFile(join(project, 'src/verify/index.ts'), `\nexport const ballast = '${ballast}'\n`)
  await appendFile(join(project, 'packages/client/api.ts'), 'export type Nothing = never\n')
  const stale = await build(project)
  expect([stale.code, stale.stderr]).toEqual([
    1,
    'packages/client/api.ts does not match the OpenAPI document. Run: npm run docs\n',
  ])
  expect(stale.stdout).toMatch(/^@invigil\/verify .+: too large$/m)
})

const build = (project: string) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve => {
    const child = execFile(
      process.execPath,
      ['tools/build/build.ts'],
      { cwd: project },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
