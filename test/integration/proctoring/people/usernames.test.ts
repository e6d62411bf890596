// Usernames are compared by NFKC, trimmed and case-folded, by every operation that compares them.
import { beforeEach, describe, expect, test } from 'vitest'
import { bundle } from '../../../support/one-roster.ts'
import { badPaths } from '../../../support/problem.ts'
import { itemOf, provisionAll } from '../../../support/provision.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }
const password = 'Passw0rd!'
const create = (members: object) =>
  world.admin('POST', world.path('/users'), { body: { ...ada, ...members } })
const login = (body: object) =>
  world.admin('POST', '/api/auth/login', { body: { installSid: world.installSid, password, ...body } })

const spellings = ['STRASSE', 'strasse', '\u00a0Straße ', 'ｓｔｒａｓｓｅ', 'STRAẞE\u200b']

describe.each(spellings)('the username Straße, spelled “%s”,', spelling => {
  test('is taken for a create, an update and an item of a batch', async () => {
    await world.user({ username: 'Straße' })
    const other = await world.user({ username: 'other' })
    const taken = [
      await create({ username: spelling }),
      await world.admin('PUT', world.path(`/users/${other}`), { body: { username: spelling } }),
      await world.admin('POST', world.path('/provision'), {
        body: itemOf('one', { user: { username: spelling } }),
      }),
    ]
    for (const answer of taken) expect([answer.status, answer.text('code')]).toEqual([409, 'username_taken'])
    const [result] = await provisionAll(world, [itemOf('two', { user: { username: spelling } })])
    expect(result).toMatchObject({ result: 'Refused', problem: { code: 'username_taken', status: 409 } })
  })

  test('signs in, as the username and as the email', async () => {
    await world.user({ username: 'Straße', password, enabled: true })
    expect((await login({ username: spelling })).status).toBe(200)
    expect((await login({ email: spelling })).status).toBe(200)
    expect((await login({ username: `${spelling}x` })).status).toBe(401)
  })

  test('is refused in a roster for another user, and twice in one file', async () => {
    await world.user({ username: 'Straße' })
    const users = [
      { sourcedId: 'u1', username: spelling, email: 'u1@school.example' },
      { sourcedId: 'u2', username: 'Maße', email: 'u2@school.example' },
      { sourcedId: 'u3', username: 'MASSE', email: 'u3@school.example' },
    ]
    const answer = await world.admin('POST', world.path('/provision/oneroster'), {
      body: new Blob([bundle({ users })]),
      headers: { 'content-type': 'application/zip' },
    })
    expect(answer.status, answer.raw.slice(0, 300)).toBe(200)
    expect(answer.list('errors')).toMatchObject([
      { line: 2, column: 'username', code: 'username_taken' },
      { line: 4, column: 'username', code: 'username_taken' },
    ])
  })
})

test('of two creates at once with spellings of one username, one is 409', async () => {
  const answers = await Promise.all(spellings.map(username => create({ username })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
})

test('a username is stored and returned as it is sent', async () => {
  expect((await create({ username: 'ＳtraßE' })).body['username']).toBe('ＳtraßE')
})

test('accents of usernames differ', async () => {
  expect((await create({ username: 'zoe' })).status).toBe(201)
  expect((await create({ username: 'zoë' })).status).toBe(201)
})

const blanks = [' ', '\u00a0', '\u3000\t', '\u200b\ufeff', '\u2800', '\u3164']

describe.each(blanks)('the blank text “%s”', blank => {
  test.each([
    ['/users', { ...ada, username: blank }, 'username'],
    ['/users', { ...ada, firstName: blank }, 'firstName'],
    ['/users', { ...ada, lastName: blank }, 'lastName'],
    ['/courses', { title: blank }, 'title'],
    ['/courseOfferings', { title: blank }, 'title'],
  ])('is 400 for %s %j', async (path, body, member) => {
    expect(badPaths(await world.admin('POST', world.path(path), { body }))).toEqual([member])
  })

  test('is 400 for installs, proctor accounts, sections, exams and provisioning', async () => {
    const course = await world.client.post('/v1/installs/{installSid}/courses', { body: { title: 'C' } })
    const below = world.path(`/courses/${course.sid}`)
    const item = itemOf('one', { user: { username: blank }, course: { title: blank } })
    const sent: [string, object, string[]][] = [
      ['/v1/installs', { name: blank }, ['name']],
      ['/v1/proctors', { name: blank }, ['name']],
      [`${below}/sections`, { title: blank }, ['title']],
      [`${below}/exams`, { title: blank }, ['title']],
      [world.path('/provision'), item, ['course.title', 'user.username']],
    ]
    for (const [path, body, members] of sent)
      expect(badPaths(await world.admin('POST', path, { body })), path).toEqual(members)
    expect(badPaths(await world.admin('PUT', below, { body: { title: blank } }))).toEqual(['title'])
    expect(badPaths(await login({ username: blank }))).toEqual(['username'])
  })
})
