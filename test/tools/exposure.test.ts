// What a system on one machine needs before other machines can reach it.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exposureWarnings, isPublic, requireSafe } from '../../tools/stack/exposure.ts'
import { startStack } from '../../tools/stack/stack.ts'
import { temporaryDirectory } from '../support/directory.ts'

const baseUrl = 'https://exams.school.example'
const setupToken = 'a secret of the operator'

test('a system is public if its HOST or the host of BASE_URL is not loopback, or BASE_URL is https', () => {
  const local = [{}, { host: '127.0.0.1' }, { host: '::1' }, { baseUrl: 'http://localhost:8787' }]
  expect(local.filter(isPublic)).toEqual([])
  const reachable = [{ host: '0.0.0.0' }, { host: '::' }, { baseUrl }, { baseUrl: 'https://localhost' }]
  expect([...reachable, { baseUrl: 'http://10.0.0.1' }].filter(each => !isPublic(each))).toEqual([])
})

test('a HOST that is not loopback needs BASE_URL, and a public system needs SETUP_TOKEN: one line each', () => {
  requireSafe({})
  requireSafe({ host: '0.0.0.0', baseUrl, setupToken })
  expect(() => requireSafe({ baseUrl })).toThrow(/^SETUP_TOKEN is required, [^\n]+$/)
  expect(() => requireSafe({ host: '0.0.0.0' })).toThrow(
    /^BASE_URL is required, [^\n]+\nSETUP_TOKEN is required, [^\n]+$/,
  )
  expect(() => requireSafe({ host: '0.0.0.0', baseUrl: 'http://127.0.0.1:8787' })).toThrow('SETUP_TOKEN')
})

test('an unsafe system does not start, and writes nothing', async () => {
  const stateDir = temporaryDirectory()
  const start = startStack({ port: 0, stateDir, database: { kind: 'memory' }, baseUrl })
  await expect(start).rejects.toThrow('SETUP_TOKEN is required')
  expect(readdirSync(stateDir)).toEqual([])
})

test('an address that this machine does not have is refused with one line', async () => {
  const options = { port: 0, stateDir: temporaryDirectory(), database: { kind: 'memory' } } as const
  const start = startStack({ ...options, host: '192.0.2.1', baseUrl, setupToken })
  await expect(start).rejects.toThrow(/^HOST 192\.0\.2\.1 .* this machine does not have the address\.$/)
})

test('a system with a proxy and without a public BASE_URL warns that it counts as local', () => {
  const stateDir = temporaryDirectory()
  for (const local of [{}, { baseUrl: 'http://127.0.0.1:8787' }])
    expect(exposureWarnings({ ...local, trustedProxies: '127.0.0.1' }, stateDir)).toEqual([
      expect.stringMatching(/^Warning: BASE_URL names no public address, .*TRUSTED_PROXIES/),
    ])
})

test('a public system warns of what its operator should change, and a local one of nothing', () => {
  const stateDir = temporaryDirectory()
  const mail = { from: 'a@b.example', url: 'https://mail.example', key: 'k' }
  expect(exposureWarnings({}, stateDir)).toEqual([])
  expect(exposureWarnings({ baseUrl, trustedProxies: '127.0.0.1', mail }, stateDir)).toEqual([])
  writeFileSync(join(stateDir, 'demo.json'), '{}')
  const options = { baseUrl: 'http://exams.school.example', mailList: true, webhookAllowHosts: '10.0.0.1' }
  const warnings = [
    ...exposureWarnings(options, stateDir),
    ...exposureWarnings({ baseUrl, mail }, temporaryDirectory()),
  ]
  for (const name of [
    'BASE_URL',
    'No mail',
    'MAIL_LIST',
    'WEBHOOK_ALLOW_HOSTS',
    'demo account',
    'TRUSTED_PROXIES',
  ])
    expect(
      warnings.filter(line => line.startsWith('Warning: ') && line.includes(name)),
      name,
    ).toHaveLength(1)
  expect(warnings).toHaveLength(6)
})
