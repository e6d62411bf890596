// Every script of package.json that runs a program of this project has a help, and refuses unknown options.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(projectFile('package.json'), 'utf8'),
)
const own = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file, flags = ''] = /(?:^|^exec |&& )node (\S+\.ts)(.*)$/.exec(command) ?? []
  const shown = ['start', 'dev'].includes(name) ? 'npm start' : `npm run ${name}`
  return file ? [{ shown, args: [projectFile(file), ...flags.split(' ').filter(Boolean)] }] : []
})
const benches = [
  'against',
  'console',
  'limits',
  'peers',
  'regions',
  'reports',
  'sign-in',
  'sts',
  'webhooks',
].map(name => ({
  shown: `npm run bench -- ${name}`,
  args: [projectFile('bench/index.ts'), name],
}))
const commands = [...own, ...benches].map(({ shown, args }) => [shown, args] as const)

/** Runs a command where it finds no state, with neither a database nor secrets. */
const run = (args: readonly string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve => {
    const cwd = temporaryDirectory()
    const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, TMPDIR, NODE_COMPILE_CACHE }
    execFile(process.execPath, [...args], { cwd, env, timeout: 50_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })

test('every script that runs a program of this project is tested here', () => {
  expect(own.length).toBeGreaterThan(15)
  const others = Object.keys(scripts).filter(
    name => !own.some(({ shown }) => shown === `npm run ${name}` || shown === `npm ${name}`),
  )
  // The programs of other packages, which have helps of their own.
  expect(others.toSorted()).toEqual(['check', 'dev', 'format', 'lint', 'test', 'test:all', 'typecheck'])
})

test.each(commands)('%s --help prints its usage and ends with 0', async (shown, args) => {
  const { code, stdout, stderr } = await run([...args, '--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [first = ''] = stdout.split('\n')
  expect(first.startsWith(`Usage: ${shown}`), first).toBe(true)
  expect(stdout).toContain('\nOptions:\n')
})

test.each(commands)('%s refuses an unknown option with one line and code 2', async (_, args) => {
  const { code, stdout, stderr } = await run([...args, '--nonsense'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^Unknown option '--nonsense'\. `npm .+ --help` prints the usage\.\n$/)
})
