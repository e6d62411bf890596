import { beforeAll, expect, test } from 'vitest'
import { roles } from '../../../../db/schema/credential.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import type { Answer, Call } from '../../../support/client.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rounds } from '../../../support/rounds.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

// A4: GET /v1/installs/{installSid}/users
const named = (names: string) => names.split(' ')
const ids = named('sisId lmsId apiId externalId')

type NewUser = Partial<typeof user.$inferInsert>

/** Inserts users into the install without the API, all created in one instant by default. */
async function insert({ stack, installSid }: World, users: NewUser[]): Promise<string[]> {
  const rows = users.map(members => ({
    ...{ sid: newSid('US'), installSid: installSid as SidOf<'AI'> },
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' },
    createdDate: new Date('2026-01-02T03:04:05.678Z'),
    ...members,
  }))
  await stack.db.insert(user).values(rows)
  return rows.map(({ sid }) => sid)
}

const many = (length: number): NewUser[] => Array.from({ length }, () => ({}))

type Query = Record<string, string> | [string, string][]

const list = ({ admin, path }: World, query: Query) =>
  admin('GET', path(`/users?${new URLSearchParams(query)}`))

const sids = (answer: Answer) => answer.list('results').map(({ sid }) => sid)

/** The last names of the users that the query finds. */
async function namesFound(users: NewUser[], query: Query): Promise<unknown[]> {
  const world = await makeWorld()
  await insert(world, users)
  const answer = await list(world, query)
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.count('total')).toBe(answer.count('count'))
  return answer.list('results').map(({ lastName }) => lastName)
}

/** An install of 1003 users, which no test changes. */
let large: World
beforeAll(async () => {
  large = await makeWorld()
  await insert(large, many(1003))
})

test('an item has sid, firstName, lastName, email, username and nothing else', async () => {
  const world = await makeWorld()
  const members = { firstName: 'Ada', lastName: 'Byron', email: 'ada@school.example', username: 'ada' }
  const sid = await world.user({ ...members, password: 'Passw0rd!', mobilePhone: '1', sisId: 'S' })
  expect((await list(world, {})).list('results')).toEqual([{ sid, ...members }])
})

test('the envelope has total, first, next, prev, last, count, offset and results', async () => {
  const world = await makeWorld()
  await insert(world, many(7))
  const { body } = await list(world, { limit: '3', offset: '3' })
  const url = expect.stringMatching(/^http/)
  expect(body).toEqual({
    ...{ total: 7, count: 3, offset: 3, results: expect.any(Array) },
    ...{ first: url, next: url, prev: url, last: url },
  })
})

test('an install without users has an empty envelope, with next and prev null', async () => {
  const { body } = await list(await makeWorld(), {})
  expect(body).toMatchObject({ total: 0, count: 0, offset: 0, results: [], next: null, prev: null })
})

test('a list is read in exactly 1 round trip and contains no other install’s users', async () => {
  const world = await makeWorld()
  await insert(await makeWorld(), many(2))
  const mine = await insert(world, many(2))
  const answer = await list(world, {})
  expect(answer.roundTrips).toBe(1)
  expect(sids(answer).sort()).toEqual(mine.sort())
})

test.each(['firstName', 'lastName'])('%s matches a part of the value, in any case', async name => {
  const world = await makeWorld()
  const mine = await insert(world, [{ [name]: 'McZoë-Ann' }])
  const finds = async (value: string) => sids(await list(world, { [name]: value }))
  for (const value of named('McZoë-Ann zoë ZOË-A ANN mcz')) expect(await finds(value)).toEqual(mine)
  for (const value of named('zoëann McZoë-Anne xMcZoë')) expect(await finds(value)).toEqual([])
})

test.each(named(`% _ \\ a% _b %% \\% ' " * . ( +`))('a text filter matches %s literally', async value => {
  const users = [{ lastName: 'plain aab' }, { lastName: `x${value}y` }]
  expect(await namesFound(users, { lastName: value })).toEqual([`x${value}y`])
})

test.each(ids)('%s matches exactly', async id => {
  const values = named('other Ab_1 Ab_12 xAb_1 ab_1 AbX1')
  const users = values.map(value => ({ [id]: value, lastName: `has ${value}` }))
  expect(await namesFound(users, { [id]: 'Ab_1' })).toEqual(['has Ab_1'])
  expect(await namesFound(users, { [id]: 'Ab' })).toEqual([])
  expect(await namesFound(users, { [id]: '%' })).toEqual([])
})

test('adminUsers=true lists the administrators only', async () => {
  const users = roles.map(role => ({ role, lastName: role }))
  expect(await namesFound(users, { adminUsers: 'true' })).toEqual(['admin'])
})

test('several filters are combined with and', async () => {
  const ada = { firstName: 'Ada', lastName: 'One', role: 'admin' as const }
  const users = [ada, { ...ada, lastName: 'Two' }, { ...ada, firstName: 'Bob' }, { ...ada, role: undefined }]
  expect(await namesFound(users, { firstName: 'ada', lastName: 'on', adminUsers: 'true' })).toEqual(['One'])
})

const known = [...ids, ...named('firstName lastName search adminUsers offset limit sortKeys sortOrder')]

const misspelt = named('fristName firstname email page')
test.each(misspelt)('the unknown query parameter %s is 400 and names it and the known ones', async name => {
  const answer = await list(large, { [name]: 'x' })
  expect(badPaths(answer)).toEqual([name])
  for (const parameter of known) expect(answer.raw).toMatch(new RegExp(`\\b${parameter}\\b`))
})

const wrong = {
  limit: named('-1 1.5 abc 1e1 0x10 NaN ٣'),
  offset: named('-1 1.5 abc 1e1 0x10 NaN ٣'),
  sortKeys: ['email', 'lastName,email'],
  ...{ sortOrder: ['sideways'], adminUsers: ['maybe'], firstName: ['a\u0000b'], sisId: ['a\u0000b'] },
}
const wrongs = Object.entries(wrong).flatMap(([name, values]) => values.map(value => [name, value] as const))

test.each(wrongs)('%s=%j is 400 and is named', async (name, value) => {
  expect(badPaths(await list(large, { [name]: value })).join()).toMatch(new RegExp(`^${name}`))
})

const limits = named('absent=25 0=0 1=1 1000=1000 1001=1000 2147483648=1000')

test.each(limits.map(limit => limit.split('=')))(
  'limit %s returns %s rows, the correct total, and URLs with the limit',
  async (limit = '', shown = '') => {
    const answer = await list(large, limit === 'absent' ? {} : { limit })
    expect(answer.body).toMatchObject({ total: 1003, count: Number(shown) })
    expect(answer.list('results').length).toBe(Number(shown))
    expect(new URL(answer.text('first')).searchParams.get('limit')).toBe(shown)
  },
)

test.each(['9', '10', '3000000000'])(
  'offset %s beyond the 9 rows returns none, with next null and the correct total',
  async offset => {
    const world = await makeWorld()
    await insert(world, many(9))
    const { body } = await list(world, { offset })
    expect(body).toMatchObject({ total: 9, count: 0, offset: Number(offset), results: [], next: null })
  },
)

test('first, next, prev and last are absolute URLs that repeat every filter', async () => {
  const world = await makeWorld()
  const filters = { firstName: 'a&b=c%_ +é', lastName: 'x?#1/b' }
  await insert(world, Array(5).fill({ ...filters, role: 'admin' }))
  const query = { ...filters, adminUsers: 'true', sortOrder: 'DESC', limit: '1' }
  const keys = named('lastName createdDate').map((key): [string, string] => ['sortKeys', key])
  const answer = await list(world, [...Object.entries({ ...query, offset: '2' }), ...keys])
  for (const [member, offset] of Object.entries({ first: 0, next: 3, prev: 1, last: 4 })) {
    const url = new URL(answer.text(member))
    expect(`${url.origin}${url.pathname}`).toBe(`${world.stack.baseUrl}${world.path('/users')}`)
    expect(url.searchParams.getAll('sortKeys').join(',')).toBe('lastName,createdDate')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ ...query, offset: String(offset) })
  }
})

test('next is null on the last page and prev on the first', async () => {
  const world = await makeWorld()
  await insert(world, many(4))
  const { body: first } = await list(world, { limit: '2' })
  const { body: last } = await list(world, { limit: '2', offset: '2' })
  expect([first['prev'], last['next']]).toEqual([null, null])
  expect([first['next'], last['prev']]).toEqual([last['last'], first['first']])
})

const people = named('Cy.Adams Al.Brown Bo.Adams Al.Clark').map((name, at) => ({
  firstName: name.slice(0, 2),
  lastName: name.slice(3),
  email: `${at}@school.example`,
  createdDate: new Date(Date.UTC(2026, 0, 10 - at)),
}))

const orders = named(
  'createdDate=3210 lastName,firstName=2013 firstName,lastName=1320 lastName,createdDate=2013 firstName,createdDate=3120',
)

test.each(orders.map(order => order.split('=')))(
  'sortKeys=%s sorts by each in turn, comma-separated or repeated, ascending by default',
  async (keys = '', order = '') => {
    const world = await makeWorld()
    await insert(world, people)
    const repeated = keys.split(',').map((key): [string, string] => ['sortKeys', key])
    const orderOf = async (query: Query) => {
      const results = (await list(world, query)).list('results')
      return results.map(({ email }) => String(email)[0]).join('')
    }
    expect(await orderOf({ sortKeys: keys })).toBe(order)
    expect(await orderOf(repeated)).toBe(order)
    expect(await orderOf([...repeated, ['sortOrder', 'ASC']])).toBe(order)
    expect(await orderOf([...repeated, ['sortOrder', 'DESC']])).toBe([...order].reverse().join(''))
  },
)

/** Follows `next` or `prev` from a response to the end and returns every sid. */
async function paginate(call: Call, from: Answer, member: 'next' | 'prev'): Promise<unknown[]> {
  const seen: unknown[] = []
  for (let page = from; ; page = await call('GET', page.text(member))) {
    expect([page.status, page.roundTrips]).toEqual([200, 1])
    seen.push(...sids(page))
    if (page.body[member] === null) return seen
  }
}

const [rowsOf7, rowsOf25] = rounds({ quick: [60, 110], all: [230, 230] })
const walks = named(`1:12 7:${rowsOf7} 25:${rowsOf25} 1000:1003`).flatMap(walked => {
  const [limit = '', rows] = walked.split(':')
  return ['ASC', 'DESC'].map(sortOrder => ({ limit, rows: Number(rows), sortOrder }))
})

test.each(walks)(
  'paging through $rows users of one date by limit $limit, $sortOrder, visits each once',
  async ({ sortOrder, limit, rows }) => {
    const world = await makeWorld()
    const all = (await insert(world, many(rows))).sort()
    const first = await list(world, { limit, sortOrder, sortKeys: 'createdDate' })
    expect((await paginate(world.admin, first, 'next')).sort()).toEqual(all)
    const last = await world.admin('GET', first.text('last'))
    expect(last.body).toHaveProperty('next', null)
    expect((await paginate(world.admin, last, 'prev')).sort()).toEqual(all)
  },
)

test('an unknown or foreign install is 404, and a credential without the action gets 403, which names both', async () => {
  const { admin, credential, path, installSid } = await makeWorld()
  problemOf(await admin('GET', (await makeWorld()).path('/users')), 404)
  problemOf(await admin('GET', `/v1/installs/${newSid('AI')}/users`), 404)
  const refused = await (await credential(allow(['sp:RefreshStsToken'], ['*']))).call('GET', path('/users'))
  problemOf(refused, 403)
  expect(refused.raw).toContain('sp:ListUsers')
  expect(refused.raw).toContain(`installs/${installSid}/users`)
})
