import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../support/processes.ts'
import { temporaryDirectory } from '../support/stack.ts'
import { descendants, end, freePort, start } from '../support/start.ts'

const SLOW = { timeout: 120_000 }

/** Waits, within bounds, for what takes a moment. */
async function eventually(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 5000; waited += 100) await sleep(100)
  expect(condition()).toBe(true)
}

const newUser = { firstName: 'Ada', lastName: 'Kept', email: 'ada@school.example' }

describe.each([
  ['PGlite', []],
  ['an embedded Postgres', ['--postgres']],
])('the system on %s', (_, flags) => {
  test('says when it is ready, how long it took, and writes demo.json', SLOW, async () => {
    const [stateDir, port] = [temporaryDirectory(), await freePort()]
    const system = await start(stateDir, port, { flags })
    expect(system.printed).toMatch(/Started in \d+\.\d s/)
    expect(system.printed).toContain(`Ready on http://127.0.0.1:${port}\n`)
    expect(Object.keys(system.demo)).toEqual(
      expect.arrayContaining([
        ...['baseUrl', 'apiCredential', 'installSid', 'otherInstallSid', 'otherCredential'],
        ...['proctorSid', 'applicationId', 'courseSid', 'courseOfferingSid', 'examSid', 'writtenExamSid'],
        ...['enrollmentSid', 'userSid', 'instructorSid', 'sessionSid', 'eventTypeSid', 'timeZoneSid'],
      ]),
    )
    expect((await fetch(new URL('/healthz', system.baseUrl))).status).toBe(200)
    await end(system, 'SIGTERM')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'stops on %s and leaves no process, port or file',
    SLOW,
    async signal => {
      const [stateDir, port] = [temporaryDirectory(), await freePort()]
      const temporary = temporaryDirectory()
      const system = await start(stateDir, port, { flags, env: { TMPDIR: temporary } })
      const processes = descendants(system.child.pid)
      expect(processes.length).toBeGreaterThan(0)
      expect(await end(system, signal)).toBe(0)
      await eventually(() => !processes.some(isAlive))
      expect(readdirSync(temporary)).toEqual([])
      await expect(fetch(system.baseUrl)).rejects.toThrow()
    },
  )

  test('keeps its data, its keys and its demo account over kill -9', SLOW, async () => {
    const [stateDir, port] = [temporaryDirectory(), await freePort()]
    const first = await start(stateDir, port, { flags })
    const users = `/v1/installs/${first.demo['installSid']}/users`
    const created = await first.call('POST', users, { body: newUser })
    const keys = await (await fetch(new URL('/.well-known/jwks.json', first.baseUrl))).text()
    await end(first, 'SIGKILL')

    const second = await start(stateDir, port, { flags })
    expect(second.demo).toEqual(first.demo)
    expect(await (await fetch(new URL('/.well-known/jwks.json', second.baseUrl))).text()).toBe(keys)
    expect((await second.call('GET', `${users}/${created.text('sid')}/profile`)).body).toEqual(created.body)
    await end(second, 'SIGTERM')
  })
})

test('npm start passes SETUP_TOKEN on: nobody is the first operator without it', SLOW, async () => {
  const env = { SETUP_TOKEN: 'a-secret-of-the-machine' }
  const system = await start(temporaryDirectory(), await freePort(), { env })
  const body = { name: 'Grace', email: 'grace@school.example', password: 'a lantern over quiet water' }
  const setup = (headers = {}) => system.call('POST', '/api/auth/setup', { body, headers })
  expect((await setup()).text('code')).toBe('setup_token_invalid')
  expect((await setup({ 'x-setup-token': 'a-secret-of-the-machine' })).status).toBe(201)
  await end(system, 'SIGTERM')
})

test('a state directory has one holder, and a port one server', SLOW, async () => {
  const [stateDir, port] = [temporaryDirectory(), await freePort()]
  const holder = await start(stateDir, port)
  await expect(start(stateDir, await freePort())).rejects.toThrow(/Another process uses/)
  await expect(start(temporaryDirectory(), port)).rejects.toThrow(/Port \d+ is taken/)
  await end(holder, 'SIGTERM')
})

test('a stack that is killed takes its runtime along', SLOW, async () => {
  const system = await start(temporaryDirectory(), await freePort())
  const processes = descendants(system.child.pid)
  expect(processes.length).toBeGreaterThan(0)
  await end(system, 'SIGKILL')
  await eventually(() => !processes.some(isAlive))
})

test('SIGTERM lets a request in progress finish, and takes no other one', SLOW, async () => {
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
})

test('a second SIGTERM cuts a request in progress', SLOW, async () => {
  const system = await start(temporaryDirectory(), await freePort())
  const request = slowRequest(Number(new URL(system.baseUrl).port))
  await request.sent
  const processes = descendants(system.child.pid)
  const ended = end(system, 'SIGTERM')
  await sleep(500)
  system.child.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(await request.answer).toBe('')
  await eventually(() => !processes.some(isAlive))
})

/** A request that is in progress, because the end of its body is missing, until it is finished. */
function slowRequest(port: number) {
  const body = JSON.stringify({ token: 'x' })
  const socket = connect(port, '127.0.0.1')
  const sent = new Promise<void>(resolve => {
    const head = `POST /auth/verify HTTP/1.1\r\nhost: any\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`, () => setTimeout(resolve, 200))
  })
  let answer = ''
  socket.on('data', part => {
    answer += part
  })
  socket.on('error', () => {})
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.on('close', () => resolve(answer))
  return { sent, answer: promise, finish: () => socket.write(body.slice(5)) }
}
