// One process at a time uses a state directory.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { lockDirectory } from '../../tools/stack/lockfile.ts'
import { temporaryDirectory } from '../support/directory.ts'

const lockfile = pathToFileURL(projectFile('tools/stack/lockfile.ts')).href

/** Locks the directory in another process with a TMPDIR of its own, and returns the line that it prints. */
async function lockElsewhere(directory: string): Promise<{ child: ChildProcess; line: string }> {
  const script = `const { lockDirectory } = await import('${lockfile}')
    try {
      const lock = lockDirectory(process.env.DIRECTORY)
      console.log('locked')
      setTimeout(() => lock.close(), 60_000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DIRECTORY: directory, TMPDIR: temporaryDirectory() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  return { child, line: String(line).trim() }
}

const inUse = (directory: string) => `Another process uses ${directory}; stop it or set STATE_DIR.`

test('a process with another TMPDIR, as in a container that shares the directory, is refused', async () => {
  const directory = temporaryDirectory()
  const lock = lockDirectory(directory)
  expect((await lockElsewhere(directory)).line).toBe(inUse(directory))
  await lock.close()
  expect((await lockElsewhere(directory)).line).toBe('locked')
})

test('the lock of a killed process is released at once', async () => {
  const directory = temporaryDirectory()
  const { child } = await lockElsewhere(directory)
  expect(() => lockDirectory(directory)).toThrow(inUse(directory))
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await lockDirectory(directory).close()
})

test('a second lock of the same process is refused, and does not release the first', async () => {
  const directory = temporaryDirectory()
  const lock = lockDirectory(directory)
  onTestFinished(() => lock.close())
  expect(() => lockDirectory(directory)).toThrow(inUse(directory))
  expect((await lockElsewhere(directory)).line).toBe(inUse(directory))
})

test('a directory with a path of 300 characters can be locked', async () => {
  const directory = join(temporaryDirectory(), 'a'.repeat(120), 'b'.repeat(120), 'c'.repeat(60))
  mkdirSync(directory, { recursive: true })
  const lock = lockDirectory(directory)
  onTestFinished(() => lock.close())
  expect((await lockElsewhere(directory)).line).toBe(inUse(directory))
})

test('only its owner can read the file of the lock', async () => {
  const directory = temporaryDirectory()
  await lockDirectory(directory).close()
  expect(statSync(join(directory, '.lock')).mode & 0o777).toBe(0o600)
})

test.runIf(existsSync('/proc/self'))('a directory in which no file can be created is one line', () => {
  expect(() => lockDirectory('/proc/self')).toThrow(/^Cannot lock \/proc\/self: [^\n]+$/)
})
