// compose.yaml, Dockerfile and .dockerignore. No container runs in the tests: their rules are checked.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { commands } from '../../tools/environment.ts'
import { projectFile } from '../../tools/project.ts'

const read = (path: string) => readFileSync(projectFile(path), 'utf8')
const variables = Object.keys(commands['npm start'])

const Service = z.looseObject({
  environment: z.record(z.string(), z.coerce.string()),
  volumes: z.array(z.string()),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.string() }))]),
  ports: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  security_opt: z.array(z.string()),
})
const Compose = z.object({
  name: z.string(),
  services: z.object({ invigil: Service, postgres: Service, caddy: Service }),
  networks: z.object({
    front: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }),
    back: z.object({ internal: z.literal(true) }),
  }),
  volumes: z.record(z.string(), z.unknown()),
})
const { services, networks, volumes } = Compose.parse(parse(read('compose.yaml')))
const all = Object.entries(services)

test('compose.yaml gives Invigil only variables that it has', () => {
  expect(Object.keys(services.invigil.environment).filter(name => !variables.includes(name))).toEqual([])
})

test('no secret of compose.yaml has a default: it does not start without the file .env', () => {
  const values = all.flatMap(([, { environment }]) => Object.values(environment)).join('\n')
  for (const name of ['DOMAIN', 'POSTGRES_PASSWORD', 'SETUP_TOKEN']) {
    expect(values).toContain(`\${${name}:?Set ${name} in .env}`)
    expect(values.match(new RegExp(`\\$\\{${name}(?!:\\?)`))).toBeNull()
  }
  expect(services.postgres.environment).not.toHaveProperty('POSTGRES_HOST_AUTH_METHOD')
  expect(services.invigil.environment['DATABASE_URL']).toMatch(
    /^postgres:\/\/invigil:\$\{[^}]+\}@postgres:5432\/invigil$/,
  )
  expect(read('.gitignore').split('\n')).toContain('*.env')
})

test('only Caddy is reachable from outside, Postgres only from Invigil, and Invigil trusts only the address of Caddy', () => {
  expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['caddy'])
  expect([services.postgres.networks, services.invigil.networks]).toEqual([['back'], ['front', 'back']])
  const { front } = z.object({ front: z.object({ ipv4_address: z.string() }) }).parse(services.caddy.networks)
  expect(services.invigil.environment['TRUSTED_PROXIES']).toBe(front.ipv4_address)
  const [config] = networks.front.ipam.config
  expect(config?.subnet).toBe(`${front.ipv4_address.replace(/\.\d+$/, '')}.0/24`)
  expect(services.invigil.environment).not.toHaveProperty('HOST') // that of the image
})

test('each service waits until the previous one is healthy, restarts, cannot gain privileges, and keeps its data in a volume', () => {
  expect(services.invigil.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  expect(services.caddy.depends_on).toEqual({ invigil: { condition: 'service_healthy' } })
  for (const [name, service] of all) {
    expect(service, name).toMatchObject({ restart: 'unless-stopped' })
    expect(service.security_opt, name).toContain('no-new-privileges:true')
    const named = service.volumes.flatMap(volume => volume.match(/^(\w+):\//)?.[1] ?? [])
    expect(named.length, name).toBe(1)
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
  }
  expect(services.postgres.healthcheck?.test).toEqual([
    'CMD',
    'pg_isready',
    '--username=invigil',
    '--dbname=invigil',
  ])
  expect(services.invigil).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
  expect(Number.parseInt(String(services.invigil['stop_grace_period']), 10)).toBeGreaterThan(10)
})

/** The instructions of the Dockerfile, each with its text on one line. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(line => line.trim() !== '')
  .map(line => {
    const [, name = '', text = ''] =
      /^([A-Z]+) +(.*)$/.exec(line) ?? expect.fail(`Not an instruction: ${line}`)
    return { name, text: text.trim() }
  })
const stages = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text)
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const textOf = (name: string) => last.find(each => each.name === name)?.text ?? ''

test('the image installs the packages of the lockfile, and its last stage has no build tools', () => {
  expect(stages).toEqual([expect.stringMatching(/^node:\d+-trixie-slim AS packages$/), 'debian:trixie-slim'])
  expect(instructions.find(({ text }) => text.startsWith('npm '))?.text).toMatch(/^npm ci\b/)
  expect(last.filter(({ text }) => /\bnpm\b/.test(text))).toEqual([])
  const known = [
    'FROM',
    'RUN',
    'WORKDIR',
    'COPY',
    'ENV',
    'USER',
    'VOLUME',
    'EXPOSE',
    'STOPSIGNAL',
    'HEALTHCHECK',
    'CMD',
  ]
  expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
})

test('the container does not run as root, and signals reach Node', () => {
  expect(textOf('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
  const order = last.map(({ name }) => name)
  expect(order.lastIndexOf('RUN')).toBeLessThan(order.indexOf('USER'))
  expect(JSON.parse(textOf('CMD'))).toEqual(['node_modules/.bin/node', 'tools/stack/start.ts'])
  expect(textOf('STOPSIGNAL')).toBe('SIGTERM')
})

test('the state of the container is in a volume, which its user owns', () => {
  const state = textOf('VOLUME')
  expect(textOf('ENV')).toContain(`STATE_DIR=${state}`)
  const [user, group] = textOf('USER').split(':')
  expect(textOf('RUN')).toContain(`install -d -o ${user} -g ${group} -m 0700 ${state}`)
  expect(
    textOf('ENV')
      .split(' ')
      .map(pair => pair.split('=')[0]),
  ).toEqual(['HOST', 'PORT', 'STATE_DIR', 'HOME'])
})

test('the health check of the container requests /readyz, and Node can run it', () => {
  const [, command = '[]'] = /\bCMD (\[.*\])$/.exec(textOf('HEALTHCHECK')) ?? []
  const [program, flag, script] = z.tuple([z.string(), z.string(), z.string()]).parse(JSON.parse(command))
  expect([program, flag]).toEqual(['node_modules/.bin/node', '-e'])
  expect(script).toContain('/readyz')
  // No system listens on this port.
  const { status, stderr } = spawnSync(process.execPath, [flag, script], {
    env: { PORT: '1' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, ''])
})

/** Folders that `.dockerignore` keeps out of the image. */
const leftOut = read('.dockerignore')
  .split('\n')
  .filter(line => line.startsWith('tools/'))

/** The packages that files of the image import, with their scopes. */
const importedBy = (pattern: string): string[] =>
  globSync(pattern, { cwd: projectFile(''), exclude: leftOut }).flatMap(file =>
    [...read(file).matchAll(/(?:from|import|import\(|resolve\()\s*'((?:@[\w-]+\/)?[\w.-]+)[^']*'/g)].map(
      ([, name = '']) => name,
    ),
  )

test('the image keeps every package that the system imports, except the bundled Postgres', () => {
  const { text = '' } = instructions.find(each => each.text.startsWith('npm ci')) ?? {}
  const removed = [...text.matchAll(/node_modules\/([\w@/-]+)/g)].map(([, name = '']) => name)
  expect(removed).toContain('vitest')
  const folders = ['functions', 'src', 'db', 'tools']
  const imported = new Set(folders.flatMap(folder => importedBy(`${folder}/**/*.ts`)))
  expect(imported).toContain('miniflare')
  expect(imported).not.toContain('playwright-core')
  expect(
    removed.filter(name => [...imported].some(each => each === name || each.startsWith(`${name}/`))),
  ).toEqual([])
})

test('.dockerignore keeps state, secrets, tests and packages of the machine out of the image, and nothing that it needs', () => {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  expect(ignored).toEqual(
    expect.arrayContaining([
      ...['.*', '!.npmrc', '**/*.env', '**/keys*.json', '**/sealing-key', '**/pglite'],
      ...['node_modules', 'test'],
    ]),
  )
  const needed = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'wrangler.toml',
    'functions',
    'src',
    'db',
    'tools',
    'docs',
  ]
  expect(needed.filter(name => ignored.includes(name))).toEqual([])
})
