// The environment variables of the commands are checked before a command does anything.
import { expect, test } from 'vitest'
import { checkVariables } from '../../tools/check-variables.ts'
import { commands } from '../../tools/environment.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'

const known = Object.values(commands).flatMap(variables => Object.keys(variables))
const check = (environment: Record<string, string>) =>
  checkVariables(commands['npm start'], environment, known)

test('without variables every value is the default, and an empty variable counts as not set', () => {
  const defaults = { PORT: 8787, STATE_DIR: '.local', DATABASE_URL: undefined, LOG_LEVEL: undefined }
  expect(check({})).toMatchObject({ values: defaults, errors: [], warnings: [] })
  expect(check({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toMatchObject({
    ...{ values: defaults, errors: [], warnings: [] },
  })
})

test('valid values are converted', () => {
  const environment = {
    ...{ PORT: '0', DATABASE_URL: 'postgresql://u:p@db.example/name', SEALING_KEY: makeSealingKey() },
    ...{ WEBHOOK_RETRY_BASE_MS: '27000', LOG_LEVEL: 'off' },
  }
  const { values, errors } = check(environment)
  expect(errors).toEqual([])
  expect(values).toMatchObject({ ...environment, PORT: 0, WEBHOOK_RETRY_BASE_MS: 27_000 })
})

test.each([
  ['PORT', ['99999', '-1', '80.5', 'http', ' x']],
  ['DATABASE_URL', ['mysql://secret@host/db', 'host:5432', 'postgres']],
  ['SEALING_KEY', ['secret', 'c2VjcmV0,c2VjcmV0']],
  ['WEBHOOK_RETRY_BASE_MS', ['0', '27001', 'soon']],
  ['WEBHOOK_PUBLISH_PER_MINUTE', ['0', '1.5']],
  ['WEBHOOK_ENDPOINT_LIMIT', ['201', 'many']],
  ['LOG_LEVEL', ['debug', 'INFO']],
])('each invalid value of %s is one line that names it and shows no secret', (name, texts) => {
  for (const text of texts) {
    const { errors } = check({ [name]: text })
    expect(errors, text).toHaveLength(1)
    expect(errors[0]).toMatch(new RegExp(`^${name} is invalid\\. [^\\n]+\\.$`))
    expect(errors[0]).not.toContain('secret')
  }
})

test('all invalid values are reported at once', () => {
  const { errors } = check({ PORT: 'x', LOG_LEVEL: 'x', WEBHOOK_RETRY_BASE_MS: 'x' })
  expect(errors.map(line => line.split(' ')[0])).toEqual(['PORT', 'WEBHOOK_RETRY_BASE_MS', 'LOG_LEVEL'])
})

test('a variable with a similar name, or with a prefix of ours, is warned about; other ones are not', () => {
  const { warnings } = check({
    ...{ STATEDIR: 'x', DATABSE_URL: 'x', PORTS: '1', port: '1', WEBHOOK_BASE: '1' },
    ...{ PATH: '/bin', HOME: '/', TERM: 'x', INVIGIL_URL: 'http://x', POSTGRES_PASSWORD: 'x', EMPTY: '' },
  })
  expect(warnings).toEqual([
    'Warning: STATEDIR has no effect. Did you mean STATE_DIR?',
    'Warning: DATABSE_URL has no effect. Did you mean DATABASE_URL?',
    'Warning: PORTS has no effect. Did you mean PORT?',
    'Warning: port has no effect. Did you mean PORT?',
    'Warning: WEBHOOK_BASE has no effect. No variable has this name.',
  ])
})

test.each([
  ['PROT', 'PORT'],
  ['PRT', 'PORT'],
  ['HSOT', 'HOST'],
  ['HOTS', 'HOST'],
  ['STATE_IDR', 'STATE_DIR'],
  ['BAES_URL', 'BASE_URL'],
])('%s, with swapped or missing letters, is warned about', (name, meant) => {
  expect(check({ [name]: 'x' }).warnings).toEqual([`Warning: ${name} has no effect. Did you mean ${meant}?`])
})

test('there is no warning of common variables of systems', () => {
  const names = [
    ...[
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'LANG',
      'LANGUAGE',
      'LOGNAME',
      'MAIL',
      'OLDPWD',
      'PATH',
      'PWD',
      'SHELL',
    ],
    ...[
      'SHLVL',
      'TEMP',
      'TERM',
      'TMP',
      'TMPDIR',
      'TZ',
      'USER',
      'EDITOR',
      'DISPLAY',
      'COLUMNS',
      'LINES',
      'BASH_ENV',
    ],
    ...[
      'NODE_ENV',
      'NODE_OPTIONS',
      'CI',
      'DEBUG',
      'HTTP_PROXY',
      'NO_PROXY',
      'SSH_TTY',
      'LC_ALL',
      'PS1',
      'MAILCHECK',
    ],
  ]
  expect(check(Object.fromEntries(names.map(name => [name, 'x']))).warnings).toEqual([])
})

test.each([
  ['HOST', ['example.com', '1.2.3', '0x7f.1', 'fe80::1%eth0', '*']],
  ['BASE_URL', ['exams.school.example', 'ftp://x', 'https://x/y', 'https://x/?y', 'https://u:p@x']],
  ['TRUSTED_PROXIES', ['proxy', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.1;10.0.0.2']],
  ['SETUP_TOKEN', ['short']],
  ['WEBHOOK_ALLOW_HOSTS', ['http://x', '*.example']],
  ['MAIL_URL', ['smtp://mail']],
  ['MAIL_LIST', ['yes', 'true']],
  ['AUDIT_RETENTION_DAYS', ['0', '1.5']],
  ['FILE_RETENTION_DAYS', ['0', '1.5']],
])('each invalid value of %s is one line that names it', (name, texts) => {
  for (const text of texts) {
    const { errors } = check({ [name]: text })
    expect(errors, text).toHaveLength(1)
    expect(errors[0]).toMatch(new RegExp(`^${name} is invalid\\. [^\\n]+\\.$`))
  }
})

test('the BASE_URL that Vite sets for its processes counts as not set', () => {
  expect(check({ BASE_URL: '/' })).toMatchObject({
    values: { BASE_URL: undefined },
    errors: [],
    warnings: [],
  })
})

test('the slash after an origin is removed, and localhost becomes 127.0.0.1', () => {
  const environment = { BASE_URL: 'https://Exams.school.example/', HOST: 'localhost' }
  expect(check(environment).values).toMatchObject({
    ...{ BASE_URL: 'https://exams.school.example', HOST: '127.0.0.1' },
  })
  for (const HOST of ['0.0.0.0', '::', '::1', '192.0.2.1']) expect(check({ HOST }).errors).toEqual([])
  expect(check({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }).errors).toEqual([])
})
