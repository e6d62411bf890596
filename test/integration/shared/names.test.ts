// Names and titles sort and are searched without regard to accents and case, in lists and reports.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

const names = ['Zoë', 'zoe', 'Zoe\u0308', 'Adam', 'Ángel', 'angela', 'Ștefan', 'stella', 'Łukasz', 'lukas']
const sorted = ['Adam', 'Ángel', 'angela', 'lukas', 'Łukasz', 'Ștefan', 'stella', 'Zoë', 'Zoe\u0308', 'zoe']

let world: World
let below: string
beforeAll(async () => {
  world = await makeWorld()
  const course = await world.client.post('/v1/installs/{installSid}/courses', { body: { title: 'One' } })
  below = `/courses/${course.sid}`
  for (const name of names) {
    await world.user({ firstName: name, lastName: name })
    for (const [path, body] of [
      [world.path('/courses'), { title: name, code: name }],
      [world.path('/courseOfferings'), { title: name }],
      [world.path(`${below}/sections`), { title: name }],
      [world.path(`${below}/exams`), { title: name }],
      ['/v1/proctors', { name, installSids: [] }],
      ['/v1/installs', { name }],
    ] as const)
      expect((await world.admin('POST', path, { body })).status, path).toBe(201)
  }
})

const lists: [path: string, member: string][] = [
  ['/users', 'firstName'],
  ['/users', 'lastName'],
  ['/courses', 'title'],
  ['/courses', 'code'],
  ['/courseOfferings', 'title'],
  ['SECTIONS', 'title'],
  ['EXAMS', 'title'],
  ['/v1/proctors', 'name'],
  ['/v1/installs', 'name'],
]

const at = (path: string) => {
  if (path.startsWith('/v1/')) return path
  return world.path(path === 'SECTIONS' ? `${below}/sections` : path === 'EXAMS' ? `${below}/exams` : path)
}

const listed = async (path: string, member: string, query: Record<string, string>) => {
  const answer = await world.admin('GET', `${at(path)}?${new URLSearchParams({ limit: '100', ...query })}`)
  expect(answer.status, answer.raw).toBe(200)
  return answer.list('results').flatMap(result => (names.includes(String(result[member])) ? [result] : []))
}

describe.each(lists)('%s by %s', (path, member) => {
  const texts = (results: Record<string, unknown>[]) => results.map(result => String(result[member]))
  const base = (name: string) =>
    name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('Ł', 'L').toLowerCase()

  test('sorts Zoë beside Zoe, and Ángel before angela', async () => {
    const up = texts(await listed(path, member, { sortKeys: member }))
    expect(up.map(base)).toEqual(sorted.map(base))
    const down = texts(await listed(path, member, { sortKeys: member, sortOrder: 'DESC' }))
    expect(down).toEqual(up.toReversed())
  })

  test.each([
    ['zoe', ['Zoë', 'Zoe\u0308', 'zoe']],
    ['Zoë', ['Zoë', 'Zoe\u0308', 'zoe']],
    ['ZOE\u0308', ['Zoë', 'Zoe\u0308', 'zoe']],
    ['ÁNGEL', ['Ángel', 'angela']],
    ['luka', ['lukas', 'Łukasz']],
    ['ＳＴＥ', ['Ștefan', 'stella']],
    ['\u0308', []],
    ['%', []],
  ])('a filter of “%s” finds %j', async (part, expected) => {
    const results = texts(await listed(path, member, { [member]: part }))
    expect(results.toSorted()).toEqual(expected.toSorted())
  })

  test('pages of two show each name once, in order', async () => {
    const seen = []
    for (let offset = 0; ; offset += 2) {
      const page = await world.admin('GET', `${at(path)}?limit=2&offset=${offset}&sortKeys=${member}`)
      expect(page.roundTrips).toBe(1)
      seen.push(...page.list('results').map(result => String(result[member])))
      if (page.list('results').length < 2) break
    }
    expect(seen.filter(name => names.includes(name)).map(base)).toEqual(sorted.map(base))
  })
})
