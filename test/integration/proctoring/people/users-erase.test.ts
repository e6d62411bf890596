// DELETE /v1/installs/{installSid}/users/{userSid}: no personal data remains in any table, and every count is kept.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import { statesOf } from '../../../support/catalog.ts'
import { makePersonalData, type PersonalData, remaining } from '../../../support/personal-data.ts'
import { problemOf } from '../../../support/problem.ts'
import { itemOf, provision, send } from '../../../support/provision.ts'
import { atRest, changingNoRow, contentsOfInstall, countsOf } from '../../../support/tables.ts'
import { issueToken, sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const pathOf = ({ path }: World, { userSid }: Pick<PersonalData, 'userSid'>) => path(`/users/${userSid}`)

async function erase(world: World, person: Pick<PersonalData, 'userSid'>): Promise<void> {
  const answer = await world.admin('DELETE', pathOf(world, person))
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.body).toEqual({
    erased: 'User erased',
    notErased: ['messages', 'documents'],
    mentions: expect.any(Array),
  })
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
}

const profileOf = (world: World, person: Pick<PersonalData, 'userSid'>) =>
  world.admin('GET', `${pathOf(world, person)}/profile`)

async function makeErased() {
  const world = await makeWorld()
  const person = await makePersonalData(world)
  await erase(world, person)
  return { world, person }
}

test('control: before the erasure the search finds every value', async () => {
  const world = await makeWorld()
  const person = await makePersonalData(world)
  expect(await remaining(world, person)).toHaveLength(Object.keys(person.marks).length)
})

test('no text by or about the person remains in any column of any table', async () => {
  const { world, person } = await makeErased()
  expect(await remaining(world, person)).toEqual([])
}, 60_000)

/** The number of rows of every table, except those that deliveries of other tests change meanwhile. */
const countsAtRest = async ({ stack }: World) => atRest(await countsOf(stack.db))

/** The counts with one more row in each of the tables. */
const oneMore = (counts: Record<string, unknown>, ...tables: string[]) => ({
  ...counts,
  ...Object.fromEntries(tables.map(name => [`public.${name}`, Number(counts[`public.${name}`]) + 1])),
})

test('the number of rows of every table is kept, except the audit of the user and of the tokens, the suppression, the transition of the closed session and the entry of the accommodation', async () => {
  const world = await makeWorld()
  const person = await makePersonalData(world)
  const before = await countsAtRest(world)
  await erase(world, person)
  const added = [
    'audit_event',
    'configuration_change',
    'sts_event',
    'suppression',
    'suppression_key',
    'session_transition',
    'unscheduled_mark',
  ]
  expect(await countsAtRest(world)).toEqual(oneMore(before, ...added))
})

test('a second erasure is 200 and changes only the audit', async () => {
  const { world, person } = await makeErased()
  const { editDate: _, ...before } = (await profileOf(world, person)).body
  const counts = await countsAtRest(world)
  await erase(world, person)
  expect((await profileOf(world, person)).body).toMatchObject(before)
  // It ends the tokens that were issued since.
  expect(await countsAtRest(world)).toEqual(oneMore(counts, 'audit_event'))
})

test('a user without other records is erased, too', async () => {
  const world = await makeWorld()
  const userSid = await world.user({ lastName: 'Markofbareuserx' })
  await erase(world, { userSid })
  expect((await profileOf(world, { userSid })).raw).not.toContain('Markofbareuserx')
})

test('the profile can still be read, and contains only the sid, the dates and the role', async () => {
  const world = await makeWorld()
  const person = await makePersonalData(world)
  const before = (await profileOf(world, person)).body
  await erase(world, person)
  const answer = await profileOf(world, person)
  expect(answer.status, answer.raw).toBe(200)
  const { sid, createdDate, role } = before
  expect(answer.body).toMatchObject({
    ...{ sid, createdDate, role, enabled: false, username: null, preferredEmail: null, address: null },
    ...{ homePhone: null, mobilePhone: null, lmsId: null, apiId: null, sisId: null, externalId: null },
    ...{ latitude: null, longitude: null, helpdeskUserId: null, svcId: null, svcIdEnrollmentSid: null },
    ...{ firstName: expect.any(String), lastName: expect.any(String), email: expect.any(String) },
  })
  for (const mark of Object.values(person.marks))
    expect(answer.raw.toLowerCase()).not.toContain(mark.toLowerCase())
})

test('the list counts the erased user, but no earlier name or id finds the user', async () => {
  const world = await makeWorld()
  const person = await makePersonalData(world)
  await world.user()
  const list = (query: Record<string, string>) =>
    world.admin('GET', world.path(`/users?${new URLSearchParams(query)}`))
  const { marks } = person
  const query = {
    ...{ firstName: marks['user.firstName'] ?? '', lastName: marks['user.lastName'] ?? '' },
    ...{ sisId: marks['user.sisId'] ?? '', lmsId: marks['user.lmsId'] ?? '' },
    ...{ apiId: marks['user.apiId'] ?? '', externalId: marks['user.externalId'] ?? '' },
  }
  const totals = async () => {
    const each = Object.entries(query).map(([name, value]) => list({ [name]: value }))
    return (await Promise.all(each)).map(answer => answer.count('total'))
  }
  expect([(await list({})).count('total'), await totals()]).toEqual([2, [1, 1, 1, 1, 1, 1]])
  await erase(world, person)
  const after = await list({})
  expect([after.count('total'), await totals()]).toEqual([2, [0, 0, 0, 0, 0, 0]])
  expect(after.list('results').map(({ sid }) => sid)).toContain(person.userSid)
})

test('the course still counts the enrollment', async () => {
  const { world, person } = await makeErased()
  const path = world.path(`/courses/${person.courseSid}/enrollments?status=active,withdrawn`)
  const enrollments = (await world.admin('GET', path)).list('results')
  expect(enrollments).toMatchObject([{ sid: person.enrollmentSid, userSid: person.userSid }])
  expect(await statesOf(world, person.enrollmentSid)).toHaveLength(1)
})

test('tokens of the user are revoked at once and cannot be refreshed, and those of others are kept', async () => {
  const world = await makeWorld()
  const [person, other] = [await makePersonalData(world), { userSid: await world.user() }]
  const tokens = await Promise.all(
    ['exam-session', 'proctoring-session'].map(elementType =>
      issueToken(world, { targetUserSid: person.userSid, elementType }),
    ),
  )
  const others = await issueToken(world, { targetUserSid: other.userSid })
  const read = (call: World['admin'], whom: Pick<PersonalData, 'userSid'>) =>
    call('GET', `${pathOf(world, whom)}/profile`)
  for (const { call } of tokens) expect((await read(call, person)).status).toBe(200)
  await erase(world, person)
  for (const { call } of tokens) problemOf(await read(call, person), 401)
  expect((await read(others.call, other)).status).toBe(200)
  const before = await countsAtRest(world)
  for (const { sid } of tokens) {
    const refreshed = await world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`), { body: {} })
    expect(refreshed.status).toBe(409)
  }
  expect(await countsAtRest(world)).toEqual(before)
})

test.each(['', '/profile'])(
  'a later PUT …/users/{userSid}%s is 409 user_erased and changes no row',
  async rest => {
    const { world, person } = await makeErased()
    for (const body of [{}, { mobilePhone: '+33 6' }])
      await changingNoRow(world, async () => {
        const answer = await world.admin('PUT', `${pathOf(world, person)}${rest}`, { body })
        problemOf(answer, 409)
        expect(answer.text('code')).toBe('user_erased')
      })
  },
)

test('provisioning does not restore the person, by the sid or by earlier ids', async () => {
  const { world, person } = await makeErased()
  const item = itemOf('back', { user: { ids: { sid: person.userSid } } })
  await changingNoRow(world, async () => expect([400, 409]).toContain((await send(world, item)).status))
  const lms = person.marks['user.lmsId'] ?? ''
  const { results } = await provision(world, itemOf('back', { user: { ids: { lms } } }))
  expect(results).toEqual(['Created', 'Suppressed', 'Suppressed', 'Created'])
})

test('the username can be used again', async () => {
  const { world, person } = await makeErased()
  const username = person.marks['user.username'] ?? ''
  const userSid = await world.user({ username })
  expect((await profileOf(world, { userSid })).body).toMatchObject({ username })
})

test('another user of the install is not changed', async () => {
  const world = await makeWorld()
  const [person, other] = [await makePersonalData(world), await makePersonalData(world)]
  const before = (await profileOf(world, other)).body
  await erase(world, person)
  expect((await profileOf(world, other)).body).toEqual(before)
  expect(await remaining(world, other)).toHaveLength(Object.keys(other.marks).length)
}, 60_000)

test('another install is not changed', async () => {
  const [ours, theirs] = [await makeWorld(), await makeWorld()]
  const [person, other] = [await makePersonalData(ours), await makePersonalData(theirs)]
  const before = await contentsOfInstall(theirs)
  await erase(ours, person)
  expect(await contentsOfInstall(theirs)).toEqual(before)
  expect(await remaining(theirs, other)).toHaveLength(Object.keys(other.marks).length)
}, 60_000)

test('the row has the date of its erasure, which does not change', async () => {
  const { world, person } = await makeErased()
  const erasedDate = async () => {
    const rows = await world.stack.db
      .select({ erasedDate: user.erasedDate })
      .from(user)
      .where(eq(user.sid, sidOf('US', person.userSid)))
    return rows[0]?.erasedDate
  }
  const since = await erasedDate()
  expect(since).toBeInstanceOf(Date)
  await erase(world, person)
  expect(await erasedDate()).toEqual(since)
})

test('an unknown query parameter is 400, and nobody is erased', async () => {
  const world = await makeWorld()
  const userSid = await world.user()
  const refused = () => world.admin('DELETE', `${pathOf(world, { userSid })}?dryRun=true`)
  problemOf(await changingNoRow(world, refused), 400)
})
