// The files for servers of the guide to self-hosting: the unit of systemd, and the configurations of nginx and Caddy.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxFileBytes } from '../../src/proctoring/file-content/settings.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'

const read = (path: string) => readFileSync(projectFile(path), 'utf8')
const unit = read('deploy/systemd/invigil.service')
const settings = new Map(
  unit
    .split('\n')
    .filter(line => /^\w+=/.test(line))
    .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

test('the unit of systemd is confined, restarts after a failure, and waits for requests in progress', () => {
  expect(Object.fromEntries(settings)).toMatchObject({
    ...{
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
    },
    ...{ StateDirectory: 'invigil', StateDirectoryMode: '0700', UMask: '0077', CapabilityBoundingSet: '' },
    ...{ Restart: 'on-failure', KillMode: 'mixed', Environment: 'STATE_DIR=/var/lib/invigil' },
    ExecStart: '/opt/invigil/node_modules/.bin/node tools/stack/start.ts',
  })
  expect(Number.parseInt(settings.get('TimeoutStopSec') ?? '', 10)).toBeGreaterThan(20)
  expect(settings.get('RestrictAddressFamilies')?.split(' ')).toEqual(['AF_INET', 'AF_INET6', 'AF_UNIX'])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd accepts the unit', () => {
  const file = join(temporaryDirectory(), 'invigil.service')
  // systemd checks that the program exists.
  writeFileSync(file, unit.replaceAll('/opt/invigil/', projectFile('')))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  const faults = stderr.split('\n').filter(line => line.includes('invigil.service'))
  expect(faults).toEqual([])
  expect(status).toBe(0)
})

test('the environment file of the guide contains variables of `npm start`, and all that a public system requires', () => {
  const [, lines = ''] = /invigil\.env\) <<END\n(.+?)\nEND\n/s.exec(read('docs/guides/self-host.md')) ?? []
  const names = lines.split('\n').map(line => line.slice(0, line.indexOf('=')))
  expect(names).toEqual(
    expect.arrayContaining(['BASE_URL', 'TRUSTED_PROXIES', 'DATABASE_URL', 'SETUP_TOKEN']),
  )
  const rows = read('docs/reference/environment.md').split('\n')
  for (const name of names)
    expect(
      rows.some(row => row.startsWith(`| \`${name}\` | \`npm start\``)),
      name,
    ).toBe(true)
})

const nginx = read('deploy/nginx/invigil.conf')
const caddy = read('deploy/caddy/Caddyfile')

test('nginx and Caddy replace the headers of clients, and do not forward internal paths', () => {
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(nginx).toContain('proxy_set_header CF-Connecting-IP "";')
  expect(nginx).not.toContain('$proxy_add_x_forwarded_for')
  expect(nginx).toMatch(/location ~ \^\/v1\/\(onboarding\|files\)\/ \{\s+access_log off;/) // their paths contain secrets
  expect(nginx).toContain('location ~ ^/(internal/|__local/|metrics$) {')
  expect(caddy).toContain('header_up -CF-Connecting-IP')
  expect(caddy).not.toMatch(/^\s*trusted_proxies/m)
  expect(caddy).toContain('@local path /internal/* /__local/* /metrics')
})

test('nginx and Caddy accept the largest upload and wait as long as the system, and their blocks are closed', () => {
  const limits = [/client_max_body_size (\d+)m;/, /max_size (\d+)MiB/]
  for (const [at, text] of [nginx, caddy].entries()) {
    expect(Number(limits[at]?.exec(text)?.[1]) * 1024 * 1024).toBeGreaterThan(maxFileBytes)
    expect(text).toContain('330s')
  }
  for (const text of [nginx, caddy]) {
    const lines = text.split('\n').map(line => line.replace(/#.*/, '').trim())
    const opened = lines.filter(line => line.endsWith('{')).length
    expect(lines.filter(line => line === '}')).toHaveLength(opened)
  }
  const directives = nginx.split('\n').map(line => line.replace(/#.*/, '').trim())
  expect(directives.filter(line => line !== '' && !/[;{}]$/.test(line))).toEqual([])
})

const hasCaddy = spawnSync('caddy', ['version']).status === 0

test.runIf(hasCaddy)('Caddy accepts its configuration', () => {
  const file = projectFile('deploy/caddy/Caddyfile')
  const env = { ...process.env, DOMAIN: 'invigil.example', HOME: temporaryDirectory() }
  const { status, stderr } = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
    ...{ encoding: 'utf8', env },
  })
  expect(status, stderr).toBe(0)
})
