// `npm start` ends when its npm gets a signal. npm passes signals on only to the process that it has started.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { isAlive } from '../support/processes.ts'
import { isExhaustive } from '../support/rounds.ts'
import { descendants, freePort, note, slowRequest } from '../support/start.ts'

/** Starts the system by npm, as the leader of a process group, as in a terminal. */
async function startByNpm() {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    ...{ cwd: projectFile(''), detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
    env: { ...process.env, STATE_DIR: temporaryDirectory(), PORT: String(port), DATABASE_URL: '' },
  })
  const ended = once(npm, 'exit')
  void ended.then(note(npm))
  const pid = npm.pid ?? expect.fail('npm did not start.')
  let printed = ''
  for await (const chunk of npm.stdout ?? []) {
    printed += chunk
    if (printed.includes('Ready on ')) break
  }
  expect(printed).toContain('Ready on ')
  const processes = descendants(pid)
  onTestFinished(() => {
    for (const each of processes.filter(isAlive)) process.kill(each, 'SIGKILL')
  })
  return { pid, port, ended, processes }
}

/** Expects that npm has ended without an error, and that no process of the system is left. */
async function expectEnd({ ended, processes }: Awaited<ReturnType<typeof startByNpm>>): Promise<void> {
  expect(processes.length).toBeGreaterThan(0)
  expect(await ended).toEqual([0, null])
  for (let waited = 0; processes.some(isAlive) && waited < 30_000; waited += 100) await sleep(100)
  expect(processes.filter(isAlive)).toEqual([])
}

test('SIGTERM to npm ends the system after the requests in progress, and npm after the system', {
  timeout: 120_000,
}, async () => {
  const system = await startByNpm()
  const request = slowRequest(system.port)
  await request.sent
  process.kill(system.pid, 'SIGTERM')
  await sleep(500)
  request.finish()
  expect(await request.answer).toMatch(/^HTTP\/1.1 401 /)
  await expectEnd(system)
})

test.runIf(isExhaustive)(
  'Ctrl-C ends the system without an error, although the terminal and npm both send the signal',
  { timeout: 120_000 },
  async () => {
    const system = await startByNpm()
    process.kill(-system.pid, 'SIGINT')
    await expectEnd(system)
  },
)
