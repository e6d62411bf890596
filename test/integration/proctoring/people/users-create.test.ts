import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { timeZone } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// A3: POST /v1/installs/{installSid}/users

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }
const goodPassword = 'Passw0rd!'

const create = ({ admin, path }: World, members: object = {}) =>
  admin('POST', path('/users'), { body: { ...ada, ...members } })

const userCount = async ({ admin, path }: World) =>
  (await admin('GET', path('/users?limit=0'))).count('total')

async function zoneSid({ stack }: World, name: string): Promise<string> {
  const [zone] = await stack.db.select().from(timeZone).where(eq(timeZone.name, name))
  if (!zone) throw new Error(`No zone ${name}`)
  return zone.sid
}

/** Sends a body that must be refused, expects that nothing was written, and returns the paths of the errors. */
async function refused(body: unknown): Promise<string[]> {
  const world = await makeWorld()
  const paths = badPaths(await world.admin('POST', world.path('/users'), { body }))
  expect(await userCount(world)).toBe(0)
  return paths
}

test('a create returns 201 in at most 2 round trips, and the record can be read by its sid', async () => {
  const world = await makeWorld()
  const created = await create(world)
  expect(created.status).toBe(201)
  expect(created.roundTrips).toBeLessThanOrEqual(2)
  const profile = await world.admin('GET', world.path(`/users/${created.text('sid')}/profile`))
  expect(profile.body).toEqual(created.body)
})

const stored: [field: string, value: string | number | boolean][] = [
  ...['firstName', 'lastName', 'username', 'lmsId', 'sisId', 'homePhone', 'mobilePhone'].map(
    (name): [string, string] => [name, "Zoë O'Neil 1%_\\"],
  ),
  ['email', 'Zoe.ONeil+exam@School.example'],
  ['preferredEmail', 'zoe@home.example'],
  ['currencyCode', 'EUR'],
  ['homePhone', '+33 1 23 45 67 89'],
  ['enabled', true],
  ['enabled', false],
  ['latitude', -33.8688],
  ['latitude', 0],
  ['longitude', 151.2093],
]

test.each(stored)('%s %s is stored as it is sent', async (field, value) => {
  expect((await create(await makeWorld(), { [field]: value })).body).toHaveProperty(field, value)
})

test('timeZoneSid is stored, and timezone is then an object', async () => {
  const world = await makeWorld()
  const timeZoneSid = await zoneSid(world, 'Europe/Paris')
  expect((await create(world, { timeZoneSid })).body).toMatchObject({
    timeZoneSid,
    timezone: expect.any(Object),
  })
})

test('an unknown timeZoneSid is 400 and its path is named', async () => {
  expect(await refused({ ...ada, timeZoneSid: newSid('TZ') })).toEqual(['timeZoneSid'])
})

test.each(['exernalId', 'externalId'])('%s sets the external id', async spelling => {
  expect((await create(await makeWorld(), { [spelling]: 'X-1' })).body).toHaveProperty('externalId', 'X-1')
})

test('exernalId and externalId together are 400', async () => {
  await refused({ ...ada, exernalId: 'X-1', externalId: 'X-1' })
})

test.each(['firstName', 'lastName', 'email'])('%s is required: without it 400 names it', async field => {
  expect(await refused({ ...ada, [field]: undefined })).toEqual([field])
})

test.each([
  ...['firstName', 'lastName', 'email', 'preferredEmail', 'homePhone', 'mobilePhone', 'currencyCode'],
  ...['timeZoneSid', 'username', 'password', 'lmsId', 'sisId', 'exernalId', 'externalId'],
])('%s must be a string: a number is 400 and the path is named', async field => {
  expect(await refused({ ...ada, [field]: 5 })).toEqual([field])
})

test.each([
  ['latitude', '1'],
  ['longitude', '1'],
  ['enabled', 'true'],
  ['enabled', 1],
  ['timeZoneSid', 'UTC'],
  ['timeZoneSid', newSid('US')],
  ['timeZoneSid', newSid('TZ').toUpperCase()],
])('%s may not be %j: 400 and the path is named', async (field, value) => {
  expect(await refused({ ...ada, [field]: value })).toEqual([field])
})

test('a latitude beyond the number range is 400', async () => {
  expect(await refused(JSON.stringify({ ...ada, latitude: 0 }).replace(':0', ':1e999'))).toEqual(['latitude'])
})

test.each(['nickname', 'sid', 'role', 'createdDate', 'passwordHash', 'installSid', 'address'])(
  'the body is strict: the unknown member %s is 400 and is named',
  async member => {
    expect(await refused({ ...ada, [member]: 'admin' })).toEqual([member])
  },
)

test('the unknown member __proto__ is 400', async () => {
  await refused(JSON.stringify({ ...ada, nickname: {} }).replace('nickname', '__proto__'))
})

test.each(['', '{', '[]', '"Ada"', 'null', '{}'])('the body %j is 400', async body => {
  await refused(body)
})

test.each([
  'firstName',
  'lastName',
  'email',
  'preferredEmail',
  'mobilePhone',
  'username',
  'sisId',
  'exernalId',
])('a NUL or a lone surrogate in %s is 400 and the path is named', async field => {
  for (const value of ['a\u0000b', 'a\ud800b', 'a\udc00'])
    expect(await refused({ ...ada, [field]: value })).toEqual([field])
})

test('a surrogate pair is accepted as text', async () => {
  expect((await create(await makeWorld(), { firstName: 'Ada 🦊' })).text('firstName')).toBe('Ada 🦊')
})

test.each([
  ['8 characters', 'Aa1!aaaa'],
  ['30 characters', `Aa1!${'a'.repeat(26)}`],
  ...[...'#$@!%&*?'].map(special => [`the special ${special}`, `Passw0rd${special}`]),
])('a password with %s is accepted', async (_, password) => {
  expect((await create(await makeWorld(), { password })).status).toBe(201)
})

test.each([
  ['of no characters', ''],
  ['of 7 characters', 'Aa1!aaa'],
  ['of 31 characters', `Aa1!${'a'.repeat(27)}`],
  ['without a lowercase letter', 'PASSW0RD!'],
  ['without an uppercase letter', 'passw0rd!'],
  ['without a digit', 'Password!'],
  ['without a special character', 'Passw0rds'],
  ...[...' -_^()+=.,:;/\\|~"\'<>[]{}`\t\n\u0000éÉßЖ١１！🦊'].map(character => [
    `that holds ${JSON.stringify(character)}`,
    `${goodPassword}${character}`,
  ]),
  ['whose only uppercase letter is É', 'passw0rd!É'],
  ['whose only digit is ١', 'Password!١'],
])('a password %s is 400 and its path is named', async (_, password) => {
  expect(await refused({ ...ada, password })).toEqual(['password'])
})

test('the password is in no response: not of the create, the list, the profile, a 409 or a 400', async () => {
  const world = await makeWorld()
  const { admin, path } = world
  const created = await create(world, { username: 'ada', password: goodPassword })
  const wrong = 'Not-an-allowed-1'
  const answers = [
    created,
    await admin('GET', path('/users')),
    await admin('GET', path(`/users/${created.text('sid')}/profile`)),
    await create(world, { username: 'ada', password: goodPassword }),
    await create(world, { password: goodPassword, enabled: 'maybe' }),
    await create(world, { password: wrong }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 409, 400, 400])
  for (const { raw } of answers) {
    expect(raw).not.toContain(goodPassword)
    expect(raw).not.toContain(wrong)
    expect(raw).not.toMatch(/"password(Hash)?":/)
  }
})

test.each(['ada', 'ADA'])('a username is unique within an install: %s beside ada is 409', async username => {
  const world = await makeWorld()
  await create(world, { username: 'ada' })
  const second = await create(world, { username })
  problemOf(second, 409)
  expect(second.roundTrips).toBeLessThanOrEqual(2)
  expect(await userCount(world)).toBe(1)
})

test('the same username in another install is allowed', async () => {
  for (const world of [await makeWorld(), await makeWorld()])
    expect((await create(world, { username: 'ada' })).status).toBe(201)
})

test('several users can have no username', async () => {
  const world = await makeWorld()
  expect([(await create(world)).status, (await create(world)).status]).toEqual([201, 201])
})

test('of concurrent creates with one username one creates a user, and the others are 409', async () => {
  const world = await makeWorld()
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(world, { username: 'ada' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await userCount(world)).toBe(1)
})

test('a body that is not JSON by its content type is 415', async () => {
  const { admin, path } = await makeWorld()
  const headers = { 'content-type': 'text/plain' }
  problemOf(await admin('POST', path('/users'), { body: JSON.stringify(ada), headers }), 415)
})

test('a body over 1 MiB is 413', async () => {
  const world = await makeWorld()
  problemOf(await create(world, { preferredEmail: 'a'.repeat(1024 * 1024) }), 413)
  expect(await userCount(world)).toBe(0)
})

test('an unknown install is 404, and so is one of another account', async () => {
  const { admin } = await makeWorld()
  const other = await makeWorld()
  problemOf(await admin('POST', `/v1/installs/${newSid('AI')}/users`, { body: ada }), 404)
  problemOf(await admin('POST', other.path('/users'), { body: ada }), 404)
  expect(await userCount(other)).toBe(0)
})

test('an unknown query parameter is 400 and is named', async () => {
  const world = await makeWorld()
  expect(badPaths(await world.admin('POST', world.path('/users?dryRun=true'), { body: ada }))).toEqual([
    'dryRun',
  ])
  expect(await userCount(world)).toBe(0)
})
