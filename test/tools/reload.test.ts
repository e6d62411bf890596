import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Bundles, bundle, watchBundles } from '../../tools/build/bundle.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { copyProject } from '../support/project-copy.ts'
import { end, freePort, start } from '../support/start.ts'

test('npm run dev serves a changed source without a restart, and survives one that does not compile', {
  timeout: 240_000,
}, async () => {
  const project = temporaryDirectory()
  await copyProject(project)
  const source = join(project, 'src/shared/problems/problem.ts')
  const original = await readFile(source, 'utf8')

  const system = await start(join(project, 'state'), await freePort(), { project, flags: ['--watch'] })
  const title = async () => (await system.call('GET', '/v1/nowhere')).text('title')
  expect(await title()).toBe('Not found')

  await writeFile(source, 'this does not compile')
  await writeFile(source, original.replace('Not found', 'Nothing here'))
  await expect.poll(title, { timeout: 120_000 }).toBe('Nothing here')
  expect((await system.call('GET', '/openapi.json')).raw).toContain('Nothing here')
  expect(await end(system, 'SIGTERM')).toBe(0)
})

test('a source that was changed before the first build of the watcher ended is served', async () => {
  const running = await bundle()
  const unchanged: Bundles[] = []
  const changed: Bundles[] = []
  const watchers = [
    await watchBundles(running, async bundles => void unchanged.push(bundles)),
    await watchBundles({ ...running, sts: 'older' }, async bundles => void changed.push(bundles)),
  ]
  await expect.poll(() => changed).toEqual([running])
  for (const close of watchers) await close()
  expect(unchanged).toEqual([])
})
