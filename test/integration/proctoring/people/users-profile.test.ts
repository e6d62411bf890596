import { setTimeout } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { timeZone } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import { callerOf } from '../../../support/client.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

// A5 and A6: GET and PUT /v1/installs/{installSid}/users/{userSid}/profile

const profilePath = ({ path }: World, userSid: string) => path(`/users/${userSid}/profile`)

/** A world with one user. */
async function makeUser(members: Record<string, unknown> = {}) {
  const world = await makeWorld()
  const userSid = await world.user(members)
  const at = profilePath(world, userSid)
  const read = async () => (await world.admin('GET', at)).body
  return { ...world, world, userSid, at, read }
}

async function zoneSid({ stack }: Pick<World, 'stack'>): Promise<string> {
  const [zone] = await stack.db.select().from(timeZone).orderBy(asc(timeZone.name)).limit(1)
  if (!zone) throw new Error('No zones')
  return zone.sid
}

const always = {
  sid: /^US[a-f0-9]{32}$/,
  createdDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  editDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
}
const named = (names: string) => names.split(' ')
const sometimes = {
  string: named(
    `preferredEmail username svcIdEnrollmentSid mobilePhone homePhone address lmsId apiId sisId externalId \
lastEnrollmentSync currencyCode timeZoneSid maxTravelDistanceUnits helpdeskUserId`,
  ),
  number: named('latitude longitude maxTravelDistance'),
  object: named('timezone authentication svcId course exam identity'),
}
const kinds = Object.entries(sometimes).flatMap(([kind, fields]) =>
  fields.map(field => [field, kind] as const),
)

/** A user that no test changes, and the profile. */
let someone: Awaited<ReturnType<typeof makeUser>>
let profile: Record<string, unknown>
beforeAll(async () => {
  someone = await makeUser()
  profile = await someone.read()
})

test.each(Object.entries(always))('the record has %s, which matches %s', (field, pattern) => {
  expect(profile).toHaveProperty(field, expect.stringMatching(pattern))
})

test.each(named('firstName lastName email role'))('the record has %s, a string', field => {
  expect(profile).toHaveProperty(field, expect.any(String))
})

test('the record has enabled, a boolean', () => {
  expect(profile).toHaveProperty('enabled', expect.any(Boolean))
})

test.each(kinds)('the record has %s, null or of type %s', (field, kind) => {
  expect(profile).toHaveProperty(field)
  expect(profile[field] === null ? kind : typeof profile[field]).toBe(kind)
})

test('the record has the fields of the interface and no other', () => {
  const known = [...named('firstName lastName email role enabled'), ...Object.keys(always)]
  const fields = [...known, ...kinds.map(([field]) => field)]
  expect(Object.keys(profile).sort()).toEqual(fields.sort())
})

const updates: [field: string, value: string | number][] = [
  ['currencyCode', 'EUR'],
  ['maxTravelDistanceUnits', 'miles'],
  ['maxTravelDistanceUnits', 'kilometers'],
  ['mobilePhone', '+33 6 12 34 56 78'],
  ['preferredEmail', 'ada@home.example'],
  ['latitude', -48.8566],
  ['longitude', 0],
  ['maxTravelDistance', 12.5],
  ['homePhone', '+33 1 23 45 67 89'],
  ['address', '1 Rue Zoë\n75001 Paris'],
  ['svcIdEnrollmentSid', newSid('IE')],
]

test.each(updates)('%s is set to %j by a PUT and read back', async (field, value) => {
  const { admin, at, read } = await makeUser()
  const put = await admin('PUT', at, { body: { [field]: value } })
  expect(put.status).toBe(200)
  expect(put.body).toHaveProperty(field, value)
  expect(await read()).toEqual(put.body)
})

test('timeZoneSid is set by a PUT, and timezone is then an object', async () => {
  const { admin, at, read, stack } = await makeUser()
  const timeZoneSid = await zoneSid({ stack })
  await admin('PUT', at, { body: { timeZoneSid } })
  expect(await read()).toMatchObject({ timeZoneSid, timezone: expect.any(Object) })
})

test('svcId is sent as an IU sid and read back as an object', async () => {
  const { admin, at, read } = await makeUser()
  expect((await admin('PUT', at, { body: { svcId: newSid('IU') } })).status).toBe(200)
  expect(await read()).toHaveProperty('svcId', expect.any(Object))
})

/** Every member of A6, and the members of the record that follow from them. */
async function everything(world: Pick<World, 'stack'>) {
  const timeZoneSid = await zoneSid(world)
  return { ...Object.fromEntries(updates), timeZoneSid, svcId: newSid('IU') }
}

test('a PUT keeps members that it does not send', async () => {
  const { admin, at, read, world } = await makeUser({ sisId: 'S-1', username: 'ada', enabled: true })
  await admin('PUT', at, { body: await everything(world) })
  const { editDate: _, ...before } = await read()
  expect((await admin('PUT', at, { body: {} })).status).toBe(200)
  await admin('PUT', at, { body: { currencyCode: 'USD' } })
  expect(await read()).toMatchObject({ ...before, currencyCode: 'USD' })
})

test.each([...new Set(updates.map(([field]) => field)), 'timeZoneSid', 'svcId'])(
  'a null clears %s and nothing else',
  async field => {
    const { admin, at, read, world } = await makeUser()
    await admin('PUT', at, { body: await everything(world) })
    const { editDate: _, identity: __, timezone, ...before } = await read()
    expect((await admin('PUT', at, { body: { [field]: null } })).status).toBe(200)
    expect(await read()).toMatchObject({
      ...before,
      [field]: null,
      timezone: field === 'timeZoneSid' ? null : timezone,
    })
  },
)

test('a PUT changes editDate and keeps createdDate', async () => {
  const { admin, at, read } = await makeUser()
  const before = await read()
  await setTimeout(10)
  await admin('PUT', at, { body: { currencyCode: 'EUR' } })
  const after = await read()
  expect(Date.parse(String(after['editDate']))).toBeGreaterThan(Date.parse(String(before['editDate'])))
  expect(after['createdDate']).toBe(before['createdDate'])
})

test('a profile is read in exactly 1 round trip and updated in at most 2', async () => {
  const { admin, at } = await makeUser()
  expect((await admin('GET', at)).roundTrips).toBe(1)
  expect((await admin('PUT', at, { body: { currencyCode: 'EUR' } })).roundTrips).toBeLessThanOrEqual(2)
})

const each = (fields: string, value: unknown) =>
  named(fields).map((field): [string, unknown] => [field, value])
const refusals: [field: string, value: unknown][] = [
  ...each('currencyCode timeZoneSid maxTravelDistanceUnits mobilePhone preferredEmail', 5),
  ...each('homePhone address svcId svcIdEnrollmentSid', 5),
  ...each('latitude longitude maxTravelDistance', '5'),
  ['maxTravelDistanceUnits', 'furlongs'],
  ['timeZoneSid', 'UTC'],
  ['timeZoneSid', newSid('TZ')],
  ['svcId', newSid('US')],
  ['svcIdEnrollmentSid', newSid('EN')],
  ...each('mobilePhone address preferredEmail homePhone', 'a\u0000b'),
  ...each('mobilePhone address preferredEmail homePhone', 'a\ud800b'),
  ...each('nickname firstName email password role sid editDate', 'admin'),
]

test.each(refusals)('a PUT of %s as %j is 400, names it and changes nothing', async (field, value) => {
  const { admin, at, read } = someone
  expect(badPaths(await admin('PUT', at, { body: { currencyCode: 'EUR', [field]: value } }))).toEqual([field])
  expect(await read()).toEqual(profile)
})

test.each(['{', '[]', 'null', '"EUR"'])('a PUT of the body %j is 400', async body => {
  const { admin, at } = someone
  problemOf(await admin('PUT', at, { body }), 400)
})

const operations: [method: string, body: object | undefined][] = [
  ['GET', undefined],
  ['PUT', { currencyCode: 'EUR' }],
]

test.each(operations)('%s of an unknown user is 404', async (method, body) => {
  const world = await makeWorld()
  problemOf(await world.admin(method, profilePath(world, newSid('US')), { body }), 404)
})

test.each(operations)('%s of a malformed user sid is 400 or 404', async (method, body) => {
  const world = await makeWorld()
  const { userSid } = await makeUser()
  for (const sid of ['x', '%00', newSid('ES'), userSid.toUpperCase(), `${userSid}0`, userSid.slice(0, -1)]) {
    const answer = await world.admin(method, profilePath(world, sid), { body })
    expect([400, 404]).toContain(answer.status)
    problemOf(answer, answer.status)
  }
})

test.each(operations)(
  '%s of another install’s user is the same 404 as of an unknown one, under either path',
  async (method, body) => {
    const foreign = await makeUser()
    const before = await foreign.read()
    const { admin, path } = await makeWorld()
    const { requestId: _, ...none } = (await admin(method, path(`/users/${newSid('US')}/profile`), { body }))
      .body
    for (const at of [path(`/users/${foreign.userSid}/profile`), foreign.at]) {
      const answer = await admin(method, at, { body })
      problemOf(answer, 404)
      expect(answer.body).toMatchObject({ code: none['code'], title: none['title'] })
    }
    expect(await foreign.read()).toEqual(before)
  },
)

test.each(operations)('%s with an unknown query parameter is 400 and names it', async (method, body) => {
  const { admin, at } = await makeUser()
  expect(badPaths(await admin(method, `${at}?verbose=true`, { body }))).toEqual(['verbose'])
})

test('a credential without the action gets 403, which names the action and the resource', async () => {
  const { credential, at, installSid, userSid } = await makeUser()
  const { call } = await credential(allow(['sp:ListUsers'], ['*']))
  for (const [method, body] of operations) {
    const answer = await call(method, at, { body })
    problemOf(answer, 403)
    expect(answer.raw).toMatch(/sp:[A-Z]\w+/)
    expect(answer.raw).toContain(`installs/${installSid}/users/${userSid}/profile`)
  }
})

test('every response has X-Request-Id, and a problem has the same requestId', async () => {
  const { admin, at, stack, path } = await makeUser()
  expect((await admin('GET', at)).headers.get('x-request-id')).toMatch(/./)
  const problems = [
    await admin('PUT', at, { body: { nickname: 1 } }),
    await callerOf(stack)('GET', at),
    await admin('GET', path(`/users/${newSid('US')}/profile`)),
    await admin('PATCH', at),
  ]
  expect(problems.map(({ status }) => status)).toEqual([400, 401, 404, 405])
  for (const problem of problems) expect(problem.headers.get('x-request-id')).toBe(problem.text('requestId'))
})
