// The configuration of the local Workers comes from wrangler.toml and from the environment of the process alone.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { copyProject } from '../support/project-copy.ts'

test('a file .env in the clone, as compose.yaml has one, is not read', async () => {
  const copy = temporaryDirectory()
  await copyProject(copy)
  writeFileSync(join(copy, '.env'), 'SETUP_TOKEN=from-the-file\nLOG_LEVEL=from-the-file\n')
  const program = `
    const { readConfiguration } = await import('${pathToFileURL(join(copy, 'tools/build/local.ts'))}')
    console.log(JSON.stringify(await readConfiguration()))`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: copy },
  )
  expect(stdout + stderr).not.toMatch(/from-the-file|\.env/)
  expect(JSON.parse(stdout)).toMatchObject({ platform: { bindings: { BASE_URL: expect.any(String) } } })
})
