import { expect, test } from 'vitest'
import { contentTypeNames } from '../../../../src/proctoring/file-content/types.ts'
import { badPaths } from '../../../support/problem.ts'
import { allow, makeWorld } from '../../../support/world.ts'

const defaults = {
  maxTokenTtlSeconds: 3600,
  defaultTimezone: 'UTC',
  requireManagerExamApproval: false,
  requireManagerProctorApproval: false,
  noShowGraceMinutes: 15,
  overrunGraceMinutes: 10,
  requireSystemCheck: false,
  ...{ readsPerMinute: null, writesPerMinute: null },
  cancellationPolicySid: null,
  allowedEmbedOrigins: [],
  files: { maxBytes: 25 * 1024 * 1024, contentTypes: [...contentTypeNames] },
  locale: 'en',
  notifications: { enabled: false, confirmations: true, reminders: true, reviews: true, texts: null },
}

test('a new install has the default settings, read in one round trip', async () => {
  const { admin, path } = await makeWorld()
  const answer = await admin('GET', path('/settings'))
  expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
  expect(answer.body).toEqual(defaults)
})

test.each([
  { maxTokenTtlSeconds: 60 },
  { defaultTimezone: 'Asia/Kathmandu' },
  { requireManagerExamApproval: true },
  { requireManagerProctorApproval: true },
  { noShowGraceMinutes: 0 },
  { noShowGraceMinutes: 1440 },
  { overrunGraceMinutes: 0 },
  { overrunGraceMinutes: 1440 },
  { requireSystemCheck: true },
  { readsPerMinute: 1_000_000, writesPerMinute: 999 },
  { locale: 'de-AT' },
  { allowedEmbedOrigins: ['https://lms.example', 'http://localhost:3000', 'https://lms.example:8443'] },
])('%o changes, and the other settings are kept', async body => {
  const { admin, path } = await makeWorld()
  const updated = await admin('PUT', path('/settings'), { body })
  expect(updated.body).toEqual({ ...defaults, ...body })
  expect(updated.roundTrips).toBeLessThanOrEqual(2)
  expect((await admin('GET', path('/settings'))).body).toEqual(updated.body)
})

test.each([
  ['maxTokenTtlSeconds', 0],
  ['maxTokenTtlSeconds', 3601],
  ['maxTokenTtlSeconds', 1.5],
  ['defaultTimezone', 'Mars/Olympus'],
  ['defaultTimezone', 'utc '],
  ['defaultTimezone', ''],
  ['requireManagerExamApproval', 'yes'],
  ...['noShowGraceMinutes', 'overrunGraceMinutes'].flatMap(name =>
    [-1, 1441, 1.5, '10', null].map((value): [string, unknown] => [name, value]),
  ),
  ...['readsPerMinute', 'writesPerMinute'].flatMap(name =>
    [0, 1_000_001, 1.5, '10'].map((value): [string, unknown] => [name, value]),
  ),
  ['allowedEmbedOrigins.0', ['https://lms.example/']],
  ['allowedEmbedOrigins.0', ['https://LMS.example']],
  ['allowedEmbedOrigins.0', ['http://lms.example']],
  ['allowedEmbedOrigins.0', ['http://localhost.evil.example']],
  ['allowedEmbedOrigins.0', ['*']],
  ['allowedEmbedOrigins.0', ['https://*']],
  ['allowedEmbedOrigins.0', ['https://a;report-uri']],
  ['allowedEmbedOrigins.0', ['https://lms.example.']],
  ['allowedEmbedOrigins.0', ['null']],
  ['allowedEmbedOrigins', Array.from({ length: 51 }, (_, n) => `https://lms${n}.example`)],
  ['locale', 'de_AT'],
  ['locale', ''],
  ['locale', `de-x-${'abcdefgh-'.repeat(4)}a`],
  ['notifications.enabled', { enabled: 'yes' }],
  ['notifications.enabled', { enabled: null }],
  ['notifications.mails', { mails: true }],
  ['notifications.texts.fr', { texts: { fr: {} } }],
  ['notifications.texts.en.thanks', { texts: { en: { thanks: {} } } }],
  ...[
    'See https://evil.example',
    'Two\nlines',
    'Hello {password}',
    'Hello {firstName',
    'Hello {outcome}',
    '',
    'x'.repeat(201),
  ].map((subject): [string, unknown] => [
    'notifications.texts.en.confirmation.subject',
    { texts: { en: { confirmation: { subject } } } },
  ]),
  ...['Hello {password}', '{}', 'a } b', ' \n ', 'x'.repeat(4001), 'a\u0007b'].map(
    (text): [string, unknown] => [
      'notifications.texts.de.review.text',
      { texts: { de: { review: { text } } } },
    ],
  ),
])('%s of %j is refused and nothing changes', async (path, value) => {
  const world = await makeWorld()
  const [name = ''] = path.split('.')
  const answer = await world.admin('PUT', world.path('/settings'), { body: { [name]: value } })
  expect(badPaths(answer)).toContain(path)
  expect((await world.admin('GET', world.path('/settings'))).body).toEqual(defaults)
})

test('of notifications, only the sent members change, and the texts are replaced as a whole', async () => {
  const { admin, path } = await makeWorld()
  const put = async (notifications: object) => {
    const answer = await admin('PUT', path('/settings'), { body: { notifications } })
    expect(answer, answer.raw).toMatchObject({ status: 200 })
    expect((await admin('GET', path('/settings'))).body).toEqual(answer.body)
    return answer.body['notifications']
  }
  const texts = { en: { review: { subject: 'Reviewed: {exam}' } } }
  expect(await put({ enabled: true, texts })).toEqual({ ...defaults.notifications, enabled: true, texts })
  expect(await put({ reviews: false })).toEqual({
    ...defaults.notifications,
    enabled: true,
    reviews: false,
    texts,
  })
  const others = { de: { noShow: { text: 'Hallo {firstName}' } } }
  expect(await put({ texts: others })).toMatchObject({ texts: others })
  expect(await put({ texts: null })).toMatchObject({ texts: null })
})

test.each(['instructor', 'proctor', 'learner'] as const)(
  'a credential of role %s reads the settings and cannot change them, whatever its policy allows',
  async role => {
    const { admin, path, credential } = await makeWorld()
    const { call } = await credential(allow(['sp:*'], ['*']), role)
    const refused = await call('PUT', path('/settings'), { body: { requireManagerExamApproval: false } })
    expect([refused.status, refused.text('code')]).toEqual([403, 'action_not_allowed'])
    expect((await call('GET', path('/settings'))).status).toBe(200)
    expect((await admin('GET', path('/settings'))).body).toEqual(defaults)
  },
)

test('maxTokenTtlSeconds limits the lifetime of the next token', async () => {
  const world = await makeWorld()
  await world.admin('PUT', world.path('/settings'), { body: { maxTokenTtlSeconds: 60 } })
  const body = { tokenType: 'api', policy: { version: '1', statements: [] } }
  expect((await world.admin('POST', world.path('/sts/tokens'), { body })).count('expiresIn')).toBe(60)
})

test('GET /v1/installs lists all installs of the account to its administrator, in one round trip', async () => {
  const world = await makeWorld()
  const second = await world.admin('POST', '/v1/installs', { body: { name: 'Second' } })
  await makeWorld()
  const answer = await world.admin('GET', '/v1/installs')
  expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
  expect(answer.list('results').map(({ sid }) => sid)).toEqual([world.installSid, second.text('sid')])
  expect(answer.count('total')).toBe(2)
  expect((await world.admin('GET', '/v1/installs?name=SECO')).list('results')).toHaveLength(1)
})

test('GET /v1/installs lists only its own install to a bound credential and to a token', async () => {
  const world = await makeWorld()
  await world.admin('POST', '/v1/installs', { body: { name: 'Second' } })
  const bound = await world.credential(allow(['sp:*'], ['*']))
  const policy = { version: '1', statements: allow(['sp:ListInstalls'], ['installs']) }
  const issued = await bound.call('POST', world.path('/sts/tokens'), { body: { tokenType: 'api', policy } })
  const secrets = [{}, { token: issued.text('stsToken') }]
  for (const headers of secrets) {
    const answer = await bound.call('GET', '/v1/installs', { headers })
    expect(answer.list('results').map(({ sid }) => sid)).toEqual([world.installSid])
    expect(answer.count('total')).toBe(1)
  }
})

test('GET /v1/installs/{installSid} returns the record that its creation returned', async () => {
  const { admin } = await makeWorld()
  const created = await admin('POST', '/v1/installs', { body: { name: 'Second' } })
  const read = await admin('GET', `/v1/installs/${created.text('sid')}`)
  expect(read).toMatchObject({ status: 200, roundTrips: 1 })
  expect(read.body).toEqual(created.body)
})

test('GET /v1/timezones lists every IANA zone with its sid and its current offset', async () => {
  const { admin } = await makeWorld()
  const answer = await admin('GET', '/v1/timezones?limit=1000')
  expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
  const zones = answer.list('results')
  const names = new Set(zones.map(({ name }) => name))
  for (const name of Intl.supportedValuesOf('timeZone')) expect(names).toContain(name)
  expect(zones).toContainEqual(expect.objectContaining({ name: 'Asia/Kathmandu', utcOffsetMinutes: 345 }))
  expect(zones.every(({ sid }) => /^TZ[a-f0-9]{32}$/.test(String(sid)))).toBe(true)
  const found = await admin('GET', '/v1/timezones?name=kathm')
  expect(found.list('results').map(({ name }) => name)).toEqual(['Asia/Kathmandu'])
})

test('prev leads back into the list, and is null when the limit is 0', async () => {
  const { admin } = await makeWorld()
  const beyond = await admin('GET', '/v1/installs?offset=10000000000000000000000&limit=5')
  expect(new URL(beyond.text('prev')).searchParams.get('offset')).toBe('0')
  expect((await admin('GET', '/v1/installs?offset=5&limit=0')).body).toMatchObject({ prev: null, next: null })
})
