// The documented configuration of nginx (deploy/nginx/invigil.conf) in front of a public system.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { projectFile } from '../../../tools/project.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { someEmail } from '../../support/platform.ts'
import { connected } from '../../support/processes.ts'
import { testStack } from '../../support/stack.ts'
import { freePort, note } from '../../support/start.ts'
import { type Certificate, hasProxy, makeCertificate, sendFrom } from '../../support/tls-proxy.ts'

const hasNginx = hasProxy && spawnSync('nginx', ['-v']).status === 0
if (!hasNginx) console.log('There is no nginx on this machine: its configuration is not tried.')

const baseUrl = 'https://exams.school.example'

/** The configuration with ports and files of this test. Each text must be in it. */
function configurationOf(replacements: Record<string, string>): string {
  let text = readFileSync(projectFile('deploy/nginx/invigil.conf'), 'utf8')
  for (const [documented, here] of Object.entries(replacements)) {
    expect(text).toContain(documented)
    text = text.replaceAll(documented, here)
  }
  return text
}

/** The part of nginx.conf around the configuration, with all files below the directory. */
const around = (directory: string, configuration: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${directory}/${name};`).join(' ')}
  ${configuration}
}`

describe.runIf(hasNginx)('behind nginx', () => {
  let stack: Stack
  let certificate: Certificate
  let nginx: ChildProcess
  let origins: { http: string; https: string }
  beforeAll(async () => {
    certificate = makeCertificate()
    const setupToken = 'a secret of the operator'
    stack = await testStack({ database: { kind: 'memory' }, baseUrl, setupToken })
    const [plain, tls] = [await freePort(), await freePort()]
    origins = { http: `http://127.0.0.1:${plain}`, https: `https://127.0.0.1:${tls}` }
    const directory = temporaryDirectory()
    const configuration = configurationOf({
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen 443 ssl;': `listen 127.0.0.1:${tls} ssl;`,
      '/etc/letsencrypt/live/exams.school.example/fullchain.pem': certificate.cert,
      '/etc/letsencrypt/live/exams.school.example/privkey.pem': certificate.key,
      'http://127.0.0.1:8787': stack.edgeUrl,
    })
    const file = join(directory, 'nginx.conf')
    writeFileSync(file, around(directory, configuration))
    nginx = spawn('nginx', ['-p', directory, '-c', file], { stdio: 'inherit' })
    nginx.once('exit', note(nginx))
    await vi.waitFor(() => connected(tls), { timeout: 10_000 })
  })
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGQUIT')
      await ended
    }
    await stack?.close()
  })

  const send = (address: string, method: string, path: string, options = {}) =>
    sendFrom(address, method, origins.https + path, { ...options, cert: certificate.cert })

  test('requests are limited by the address of the client, whatever it sends in X-Forwarded-For', async () => {
    const forgotFrom = async (address: string, forged: string) => {
      const headers = { 'x-forwarded-for': forged, 'cf-connecting-ip': forged }
      const body = { email: someEmail() }
      return (await send(address, 'POST', '/api/auth/forgot-password', { body, headers })).status
    }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push(await forgotFrom('127.0.0.2', `198.51.100.${attempt}`))
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429])
    expect(await forgotFrom('127.0.0.3', '198.51.100.1')).toBe(202)
  })

  test('responses have the headers of https, and http is redirected to it', async () => {
    const answer = await send('127.0.0.2', 'GET', '/readyz')
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    const redirected = await sendFrom('127.0.0.2', 'GET', `${origins.http}/docs?a=1`)
    expect([redirected.status, redirected.headers.location]).toEqual([301, `${baseUrl}/docs?a=1`])
  })

  test.each(['/connection/websocket', '/documents/notes'])('a WebSocket at %s is upgraded', async path => {
    const headers = {
      ...{ connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    const request = https.request(origins.https + path, { ca: readFileSync(certificate.cert), headers })
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    request.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject)
    request.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    request.end()
    expect(await promise).toBe(101)
  })

  test('internal paths are not forwarded, and the largest upload is', async () => {
    for (const path of ['/internal/webhooks/relay', '/__local/mail', '/metrics'])
      expect(await send('127.0.0.2', 'GET', path)).toMatchObject({
        ...{ status: 404, headers: { server: expect.stringMatching(/^nginx/) } },
      })
    const upload = (megabytes: number) =>
      send('127.0.0.2', 'POST', `/v1/installs/AI${'0'.repeat(32)}/provision/oneroster`, {
        body: 'x'.repeat(megabytes * 1024 * 1024),
        headers: { token: 'unknown' },
      })
    expect((await upload(10)).status).toBe(401)
    expect((await upload(27)).status).toBe(413)
  })
})
