import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/client.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { isAlive } from '../support/processes.ts'
import { isExhaustive } from '../support/rounds.ts'
import { descendants, end, freePort, type Started, slowRequest, start } from '../support/start.ts'

const SLOW = { timeout: 240_000 }

/** Waits, up to a limit, for a condition. */
async function eventually(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 30_000; waited += 100) await sleep(100)
  expect(condition()).toBe(true)
}

const newUser = { firstName: 'Ada', lastName: 'Kept', email: 'ada@school.example' }

/** A killed system leaves its Postgres, which the next start stops. */
const isPostgres = (pid: number) =>
  spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres')

const processesOf = ({ child }: Started) => [child.pid ?? 0, ...descendants(child.pid)]

const commandsOf = (system: Started): string =>
  spawnSync('ps', ['-o', 'command=', '-p', processesOf(system).join()], { encoding: 'utf8' }).stdout

/** The memory of the system in MB. Memory that processes share counts once (`Pss`). */
const memoryOf = (system: Started): number =>
  processesOf(system).reduce((total, pid) => total + pssOf(pid) / 1024, 0)

/** In kB; 0 if the process has ended, such as the one that lists the processes. */
function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Stops the system with the signal and expects no remaining process, port or file. */
async function stops(system: Started, signal: 'SIGINT' | 'SIGTERM', temporary: string): Promise<void> {
  const processes = descendants(system.child.pid)
  expect(processes.length).toBeGreaterThan(0)
  expect(await end(system, signal)).toBe(0)
  await eventually(() => !processes.some(isAlive))
  expect(readdirSync(temporary).filter(name => name !== 'invigil-ports')).toEqual([])
  await expect(fetch(system.baseUrl)).rejects.toThrow()
}

describe.runIf(isExhaustive).each([
  ['PGlite', []],
  ['an embedded Postgres', ['--postgres']],
])('the system on %s', (_, flags) => {
  const [stateDir, temporary] = [temporaryDirectory(), temporaryDirectory()]
  let port: number
  let first: Started
  let kept: { users: string; created: Answer; keys: string }
  const keysOf = async ({ baseUrl }: Started) =>
    (await fetch(new URL('/.well-known/jwks.json', baseUrl), { headers: { connection: 'close' } })).text()

  test('prints when it is ready and how long it took, and writes demo.json', SLOW, async () => {
    port = await freePort()
    first = await start(stateDir, port, { flags })
    expect(first.printed).toMatch(/Started in \d+\.\d s/)
    expect(first.printed).toContain(`Ready on http://127.0.0.1:${port}\n`)
    expect(Object.keys(first.demo)).toEqual(
      expect.arrayContaining([
        ...['baseUrl', 'apiCredential', 'installSid', 'otherInstallSid', 'otherCredential'],
        ...['proctorSid', 'applicationId', 'courseSid', 'courseOfferingSid', 'examSid', 'writtenExamSid'],
        ...['enrollmentSid', 'userSid', 'instructorSid', 'sessionSid', 'eventTypeSid', 'timeZoneSid'],
      ]),
    )
    expect((await first.call('GET', '/healthz')).status).toBe(200)
  })

  test('stops its runtime when it is killed', SLOW, async () => {
    const users = `/v1/installs/${first.demo['installSid']}/users`
    const created = await first.call('POST', users, { body: newUser })
    kept = { users, created, keys: await keysOf(first) }
    const processes = descendants(first.child.pid).filter(pid => !isPostgres(pid))
    expect(processes.length).toBeGreaterThan(0)
    await end(first, 'SIGKILL')
    await eventually(() => !processes.some(isAlive))
  })

  test(
    'keeps its data, its keys and its demo account over kill -9, and stops on SIGTERM without a process, port or file left',
    SLOW,
    async () => {
      const second = await start(stateDir, port, { flags, env: { TMPDIR: temporary } })
      expect(second.demo).toEqual(first.demo)
      expect(await keysOf(second)).toBe(kept.keys)
      const profile = `${kept.users}/${kept.created.text('sid')}/profile`
      expect((await second.call('GET', profile)).body).toEqual(kept.created.body)
      await stops(second, 'SIGTERM', temporary)
    },
  )
})

test.runIf(isExhaustive && process.platform === 'linux')(
  'npm start with PGlite uses less than 550 MB when idle',
  SLOW,
  async () => {
    const temporary = temporaryDirectory()
    const system = await start(temporaryDirectory(), await freePort(), { env: { TMPDIR: temporary } })
    await eventually(() => !/esbuild|local-process/.test(commandsOf(system)))
    // The garbage of the start is collected within half a minute.
    await sleep(30_000)
    expect(memoryOf(system)).toBeLessThan(550)
    await stops(system, 'SIGINT', temporary)
  },
)

test(
  'npm start with DEMO=none creates the demo account alone, passes SETUP_TOKEN on, keeps no process of the build, uses less than 500 MB, and stops on SIGINT without a process, port or file left',
  SLOW,
  async () => {
    const temporary = temporaryDirectory()
    const env = { DEMO: 'none', SETUP_TOKEN: 'a-secret-of-the-machine', TMPDIR: temporary }
    const system = await start(temporaryDirectory(), await freePort(), { env, flags: ['--postgres'] })
    const installs = (await system.call('GET', '/v1/installs')).list('results')
    expect(installs.map(({ name }) => name)).toEqual(['Demo LMS'])
    const body = { name: 'Grace', email: 'grace@school.example', password: 'a lantern over quiet water' }
    const setup = (headers = {}) => system.call('POST', '/api/auth/setup', { body, headers })
    expect((await setup()).text('code')).toBe('setup_token_invalid')
    expect((await setup({ 'x-setup-token': 'a-secret-of-the-machine' })).status).toBe(201)
    await eventually(() => !/esbuild|local-process/.test(commandsOf(system)))
    // The garbage of the start is collected within half a minute, and on a busy machine within two.
    if (process.platform === 'linux')
      await expect.poll(() => memoryOf(system), { timeout: 120_000, interval: 1000 }).toBeLessThan(500)
    await stops(system, 'SIGINT', temporary)
  },
)

test.runIf(isExhaustive)(
  'SIGTERM lets a request in progress finish, and takes no other one',
  SLOW,
  async () => {
    const [stateDir, port] = [temporaryDirectory(), await freePort()]
    const system = await start(stateDir, port)
    const request = slowRequest(port)
    await request.sent
    const ended = end(system, 'SIGTERM')
    await sleep(500)
    await expect(fetch(system.baseUrl, { signal: AbortSignal.timeout(300) })).rejects.toThrow()
    request.finish()
    expect(await request.answer).toMatch(/^HTTP\/1.1 401 /)
    expect(await ended).toBe(0)
    await expect(fetch(system.baseUrl)).rejects.toThrow()
    expect(readdirSync(stateDir).filter(file => file.startsWith('workerd.pid'))).toEqual([])
  },
)

test.runIf(isExhaustive)(
  'a state directory has one holder, and a port one server; a second SIGTERM cuts a request in progress',
  SLOW,
  async () => {
    const [stateDir, port] = [temporaryDirectory(), await freePort()]
    const system = await start(stateDir, port)
    await expect(start(stateDir, await freePort())).rejects.toThrow(/Another process uses/)
    await expect(start(temporaryDirectory(), port)).rejects.toThrow(/Port \d+ is in use/)
    const request = slowRequest(Number(new URL(system.baseUrl).port))
    await request.sent
    const processes = descendants(system.child.pid)
    const ended = end(system, 'SIGTERM')
    await sleep(500)
    system.child.kill('SIGTERM')
    expect(await ended).toBe(1)
    expect(await request.answer).toBe('')
    await eventually(() => !processes.some(isAlive))
  },
)
