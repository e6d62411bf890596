// The build of `npm start` is kept for the next start with the same sources.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Build, keptBuild } from '../../tools/build/kept.ts'
import type { LocalBuild } from '../../tools/build/local.ts'
import { workerNames } from '../../tools/project.ts'
import { buildInProcess } from '../../tools/stack/build-in-process.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { isExhaustive } from '../support/rounds.ts'
import { descendants } from '../support/start.ts'

const ofWorkers = <T>(value: T) => Object.fromEntries(workerNames.map(name => [name, value]))

/** A project with one source, and its builds: each contains the source and the number of builds so far. */
function newProject(cache = '.cache') {
  const project = temporaryDirectory()
  const cacheFolder = join(project, cache)
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  for (const folder of ['src', 'src/dist', 'test']) mkdirSync(join(project, folder))
  write('src/a.ts', 'one')
  let builds = 0
  const build: Build = (assets, baseUrl) => {
    builds += 1
    mkdirSync(assets, { recursive: true })
    for (const name of ['openapi.json', 'home.json', 'page.html'])
      writeFileSync(join(assets, name), `${baseUrl} ${readFileSync(join(project, 'src/a.ts'), 'utf8')}`)
    return Promise.resolve({
      ...{ bundles: ofWorkers(`build ${builds}`), configuration: ofWorkers({}) },
    } as LocalBuild)
  }
  const assets = temporaryDirectory()
  const kept = keptBuild({ project, cacheFolder, build })
  return {
    ...{ write, project, cacheFolder, assets },
    /** The number of the build that is used. */
    use: async (baseUrl = 'http://here') => (await kept(assets, baseUrl)).bundles.edge,
    builds: () => builds,
  }
}

test('a build is made once for the same sources, and again for other ones', async () => {
  const { write, use, builds, cacheFolder } = newProject()
  expect([await use(), await use()]).toEqual(['build 1', 'build 1'])
  write('src/a.ts', 'two')
  expect(await use()).toBe('build 2')
  write('src/b.ts', '')
  write('wrangler.toml', '')
  expect(await use()).toBe('build 3')
  for (const name of ['src/dist/a.js', 'test/a.ts', '.env', 'a.log']) write(name, 'other')
  expect(await use()).toBe('build 3')
  write('src/a.ts', 'one')
  expect([await use(), builds()]).toEqual(['build 4', 4])
  expect(readdirSync(cacheFolder)).toHaveLength(4)
})

test('the documents have the origin of each use, and the other files are the same', async () => {
  const { use, assets } = newProject()
  const read = (name: string) => readFileSync(join(assets, name), 'utf8')
  for (const origin of ['http://one', 'http://two']) {
    await use(origin)
    expect([read('openapi.json'), read('home.json')]).toEqual([`${origin} one`, `${origin} one`])
  }
  expect(read('page.html')).toBe('http://origin.invalid one')
})

test('simultaneous uses are of complete builds', async () => {
  const { use } = newProject()
  for (const used of await Promise.all([use(), use(), use()])) expect(used).toMatch(/^build \d$/)
})

test('a new build replaces those that were not used for an hour', async () => {
  const { write, use, cacheFolder } = newProject()
  await use()
  const [old = ''] = readdirSync(cacheFolder)
  const twoHoursAgo = Date.now() / 1000 - 7200
  utimesSync(join(cacheFolder, old), twoHoursAgo, twoHoursAgo)
  write('src/a.ts', 'two')
  await use()
  expect(readdirSync(cacheFolder)).not.toContain(old)
})

test('nothing is kept where no folder can be made', async () => {
  const { use, write, project } = newProject('a-file/cache')
  write('a-file', '')
  expect([await use(), await use()]).toEqual(['build 1', 'build 2'])
  expect(readFileSync(join(project, 'a-file'), 'utf8')).toBe('')
})

/** The processes of builds that this process has started. */
const buildsOf = (pid: number) =>
  descendants(pid).filter(each =>
    spawnSync('ps', ['-o', 'command=', '-p', String(each)], { encoding: 'utf8' }).stdout.includes(
      'local-process',
    ),
  )

test.runIf(isExhaustive)('the process of a build ends with the build', { timeout: 60_000 }, async () => {
  const building = buildInProcess(join(temporaryDirectory(), 'assets'), 'http://here')
  expect(buildsOf(process.pid)).toHaveLength(1)
  const { bundles } = await building
  expect(Object.keys(bundles).toSorted()).toEqual([...workerNames].toSorted())
  await expect.poll(() => buildsOf(process.pid)).toEqual([])
})
