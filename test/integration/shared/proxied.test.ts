// A public system behind a reverse proxy that ends TLS: the address of clients, the origin, and the paths that are not served.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developmentCredentials } from '../../../tools/qstash/keys.ts'
import { makeSigner } from '../../../tools/qstash/signature.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { someEmail, somePassword } from '../../support/platform.ts'
import { testStack } from '../../support/stack.ts'
import {
  type Certificate,
  hasProxy,
  makeCertificate,
  type RequestOptions,
  sendFrom,
  startProxy,
} from '../../support/tls-proxy.ts'
import { issueToken } from '../../support/tokens.ts'
import { makeEndpoint, publish, type Sink, settled, startSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const baseUrl = 'https://exams.school.example'
const setupToken = 'a secret of the operator'
const database = { kind: 'memory' } as const

/** The system, for callers on this machine that use no proxy. */
const local = (stack: Stack): Stack => ({ ...stack, baseUrl: stack.edgeUrl })

describe.runIf(hasProxy)('behind a proxy', () => {
  let stack: Stack
  let certificate: Certificate
  let proxy: { url: string; close(): Promise<void> }
  beforeAll(async () => {
    certificate = makeCertificate()
    // Another address than 127.0.0.1, as in a container.
    stack = await testStack({ database, host: '127.0.0.2', baseUrl, setupToken })
    proxy = await startProxy(`http://127.0.0.2:${stack.port}`, certificate)
  })
  afterAll(async () => {
    await proxy?.close()
    await stack?.close()
  })

  /** Sends a request through the proxy, from a client with this address. */
  const send = (address: string, method: string, path: string, options: RequestOptions = {}) =>
    sendFrom(address, method, proxy.url + path, { ...options, cert: certificate.cert })

  const forget = { method: 'POST', path: '/api/auth/forgot-password' }
  const forgotFrom = (address: string, headers = {}) =>
    send(address, forget.method, forget.path, { body: { email: someEmail() }, headers })

  test('sign-ins are limited by the address of the client, whatever it sends in X-Forwarded-For', async () => {
    const failFrom = async (address: string, forged: string) => {
      const headers = { 'x-forwarded-for': forged, 'cf-connecting-ip': forged }
      const body = { email: someEmail(), password: somePassword() }
      return (await send(address, 'POST', '/api/auth/login', { body, headers })).status
    }
    const statuses = new Map<number, number>()
    for (let attempt = 0; attempt < 105; attempt += 1) {
      const status = await failFrom('127.0.0.7', `198.51.100.${attempt}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [401, 100],
      [429, 5],
    ])
    expect(await failFrom('127.0.0.8', '198.51.100.1')).toBe(401)
  })

  test('a peer that is not a trusted proxy cannot choose its address', async () => {
    const direct = async (address: string) => {
      const url = `http://127.0.0.2:${stack.port}${forget.path}`
      const headers = { 'x-forwarded-for': `${address}, 127.0.0.1`, 'cf-connecting-ip': address }
      return (await sendFrom('127.0.0.9', forget.method, url, { body: { email: someEmail() }, headers }))
        .status
    }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) statuses.push(await direct(`198.51.100.${attempt}`))
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429])
    expect((await forgotFrom('127.0.0.10')).status).toBe(202)
  })

  test('cookies and links have the origin of BASE_URL, and responses have HSTS', async () => {
    const [email, password] = [someEmail(), 'a lantern over quiet water']
    const first = { name: 'Grace', email, password }
    const refused = await send('127.0.0.5', 'POST', '/api/auth/setup', { body: first })
    expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('setup_token_invalid')])
    const headers = { 'x-setup-token': setupToken }
    const signedIn = await send('127.0.0.5', 'POST', '/api/auth/setup', { body: first, headers })
    expect(signedIn.status, signedIn.body).toBe(201)
    expect(signedIn.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/),
    ])
    expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(signedIn.headers['server-timing']).toBeUndefined()
    expect(
      (await send('127.0.0.5', 'GET', '/openapi.json')).headers['strict-transport-security'],
    ).toBeDefined()

    const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const logOut = async (origin: string) =>
      (await send('127.0.0.5', 'POST', '/api/auth/logout', { body: {}, headers: { cookie, origin } })).status
    expect(await logOut(proxy.url)).toBe(403)
    expect(await logOut(baseUrl)).toBe(204)

    await send('127.0.0.5', 'POST', forget.path, { body: { email } })
    const mails = () => readFileSync(join(stack.stateDir, 'mail.jsonl'), 'utf8')
    await expect.poll(mails).toContain(`${baseUrl}/reset-password#token=`)
    expect(JSON.parse((await send('127.0.0.5', 'GET', '/openapi.json')).body).servers).toEqual([
      { url: baseUrl },
    ])
  })

  test('lists and tokens have the origin of BASE_URL', async () => {
    const world = await makeWorld(local(stack))
    const userSid = await world.user()
    const headers = { token: world.secret }
    const list = await send('127.0.0.5', 'GET', world.path('/users'), { headers })
    expect(JSON.parse(list.body).first).toMatch(new RegExp(`^${baseUrl}/v1/installs/`))
    const issued = await issueToken(world, { elementType: 'assessment-viewer', targetUserSid: userSid })
    expect(decodeJwt(issued.answer.text('elementToken')).iss).toBe(baseUrl)
  })

  test('there is no list of mails, no demo account and no metrics without their token', async () => {
    for (const path of ['/__local/mail', '/metrics'])
      for (const host of ['127.0.0.1', 'exams.school.example'])
        expect((await send('127.0.0.5', 'GET', path, { headers: { host } })).status, path).toBe(404)
    expect((await sendFrom('127.0.0.1', 'GET', `${stack.edgeUrl}/__local/mail`)).status).toBe(404)
    expect(existsSync(join(stack.stateDir, 'demo.json'))).toBe(false)
    const { rows } = await stack.db.execute(sql`select from account where name like 'Demo%'`)
    expect(rows).toEqual([])
  })

  test('webhooks cannot call this machine', async () => {
    const { admin } = await makeWorld(local(stack))
    for (const url of ['http://127.0.0.1:9/', 'https://127.0.0.1:8443/', 'https://localhost:8443/']) {
      const body = { url, secret: 'a secret of mine', events: ['document.updated'] }
      expect((await admin('POST', '/api/webhooks', { body })).status, url).toBe(400)
    }
  })

  test('a request of the queue that is signed with the public keys of a development server is refused', async () => {
    const path = '/internal/webhooks/relay'
    const body = JSON.stringify({ deliveryId: `WD${'0'.repeat(32)}` })
    const sign = await makeSigner(developmentCredentials.signingKeys.current)
    for (const origin of [stack.edgeUrl, baseUrl]) {
      const signature = await sign({ url: origin + path, body: Buffer.from(body), now: Date.now() })
      const headers = { 'upstash-signature': signature }
      const answer = await send('127.0.0.5', 'POST', path, { body: JSON.parse(body), headers })
      expect(answer.status).toBe(401)
    }
  })
})

describe('with hosts that the operator allows', () => {
  let stack: Stack
  let sink: Sink
  beforeAll(async () => {
    sink = await startSink()
    stack = await testStack({
      ...{
        database,
        baseUrl,
        setupToken,
        webhookAllowHosts: '127.0.0.1',
        mailList: true,
        webhookRetryBaseMs: 1,
      },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await sink?.close()
  })

  test('the queue calls the system on this machine, so webhooks are delivered without the proxy', async () => {
    const world = await makeWorld(local(stack))
    const { receiver } = await makeEndpoint(world, sink.receiver())
    await publish(world)
    await settled(world)
    expect(receiver.received).toHaveLength(1)
  })

  test('the list of mails can be switched on', async () => {
    const answer = await fetch(`${stack.edgeUrl}/__local/mail`, {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect([answer.status, await answer.json()]).toEqual([200, []])
  })
})

describe('in a local system', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await testStack({ database })
  })
  afterAll(() => stack?.close())

  test('the list of mails is served to this machine only: not through a proxy, and not under another host name', async () => {
    const url = `${stack.baseUrl}/__local/mail`
    const statusWith = async (headers: Record<string, string>) =>
      (await sendFrom('127.0.0.1', 'GET', url, { headers })).status
    expect(await statusWith({})).toBe(200)
    expect(await statusWith({ host: `localhost:${stack.port}` })).toBe(200)
    expect(await statusWith({ 'x-forwarded-for': '192.0.2.1' })).toBe(404)
    expect(await statusWith({ forwarded: 'for=192.0.2.1' })).toBe(404)
    expect(await statusWith({ host: 'rebound.example' })).toBe(404)
  })

  test('no browser stores the list of mails, whose links are secret, or shows it in a frame', async () => {
    const { headers } = await sendFrom('127.0.0.1', 'GET', `${stack.baseUrl}/__local/mail`)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  })

  test('the first operator is not created under another host name, which a web page has made resolve to this machine', async () => {
    const url = `${stack.baseUrl}/api/auth/setup`
    const setUpAs = async (host: string) => {
      const body = { name: 'Grace', email: someEmail(), password: somePassword() }
      const { status } = await sendFrom('127.0.0.1', 'POST', url, { body, headers: { host } })
      return status
    }
    for (const host of [
      `rebound.example:${stack.port}`,
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
    ])
      expect(await setUpAs(host), host).toBe(403)
    expect(await setUpAs(`localhost:${stack.port}`)).toBe(201)
  })
})
