// International email addresses (RFC 6531, IDNA) are valid wherever an address is taken.
import { beforeAll, describe, expect, test } from 'vitest'
import { Email } from '../../../src/shared/values/email.ts'
import { leastCpuMillisecondsOf } from '../../support/cpu.ts'
import { bundle } from '../../support/one-roster.ts'
import { badPaths } from '../../support/problem.ts'
import { itemOf, provisionAll } from '../../support/provision.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const valid = [
  'jörg@universität.example',
  'ada@münchen.example',
  'ada@xn--mnchen-3ya.example',
  '用户@例子.公司',
  'δοκιμή@παράδειγμα.δοκιμή',
  'संपर्क@डाटामेल.भारत',
  'אבא@דוגמה.קום',
  'zoe\u0308@school.example',
  'ada@mu\u0308nchen.example',
  "o'neil+exam@school.example",
  'a&b=c/d@school.example',
  `${'é'.repeat(32)}@school.example`,
]

const invalid: [string, string][] = [
  ['a blank', 'a da@school.example'],
  ['a no-break space', 'a\u00a0da@school.example'],
  ['a zero-width space', 'ada\u200b@school.example'],
  ['a zero-width space in the domain', 'ada@sch\u200bool.example'],
  ['a Hangul filler', '\u3164@school.example'],
  ['a line break', 'ada@school.example\n'],
  ['a header', 'ada@school.example\r\nBcc: b@school.example'],
  ['NUL', 'a\u0000da@school.example'],
  ['a control character of C1', 'a\u0085da@school.example'],
  ['a change of direction', 'ada\u202e@school.example'],
  ['half a character', 'ada\ud800@school.example'],
  ['a character that is not assigned', 'ada\u0378@school.example'],
  ['two @', 'ada@b@school.example'],
  ['a fullwidth @', 'ada＠school.example'],
  ['an ideographic dot', 'ada@school。example'],
  ['a fullwidth domain', 'ada@ｓｃｈｏｏｌ.example'],
  ['no domain', 'ada@'],
  ['no top-level domain', 'ada@school'],
  ['an empty label', 'ada@school..example'],
  ['a dot first', '.ada@school.example'],
  ['two dots', 'a..da@school.example'],
  ['a hyphen first in a label', 'ada@-school.example'],
  ['an underscore in the domain', 'ada@sch_ool.example'],
  ['an address of digits', 'ada@127.0.0.1'],
  ['angle brackets', '<ada@school.example>'],
  ['a local part of 65 octets', `${'é'.repeat(32)}a@school.example`],
  ['a label of 64 octets', `ada@${'x'.repeat(64)}.example`],
  ['a label of 64 octets in ASCII', `ada@${'ü'.repeat(60)}.example`],
  ['255 octets', `ada@${'é'.repeat(30)}.${'é'.repeat(30)}.${'é'.repeat(30)}.${'é'.repeat(32)}.exa`],
]

test.each(valid)('%s is valid', email => {
  expect(Email.safeParse(email).success).toBe(true)
})

test.each(invalid)('an address with %s is invalid', (_, email) => {
  expect(Email.safeParse(email).success).toBe(false)
})

test('an address that is valid is found in linear time', () => {
  const spent = leastCpuMillisecondsOf(() => {
    for (const text of ['a.'.repeat(127), `a@${'a-'.repeat(125)}`, `a@${'a.'.repeat(125)}`, '@'.repeat(254)])
      expect(Email.safeParse(text).success).toBe(false)
  })
  expect(spent).toBeLessThan(200)
})

describe('an international address', () => {
  const email = 'jörg@universität.example'

  test('is stored and returned as it is sent, for a user and a preferred address', async () => {
    const members = { email, preferredEmail: '用户@例子.公司' }
    const sid = await world.user(members)
    expect((await world.admin('GET', world.path(`/users/${sid}/profile`))).body).toMatchObject(members)
  })

  test('is provisioned, and an invalid one is named', async () => {
    const [good, bad] = await provisionAll(world, [
      itemOf('good', { user: { email } }),
      itemOf('bad', { user: { email: 'a\u200bda@school.example' } }),
    ])
    expect(good).toMatchObject({ result: 'Created' })
    expect(bad).toMatchObject({ result: 'Refused', error: { path: 'user.email', code: 'invalid_format' } })
  })

  test('is imported by a roster', async () => {
    const answer = await world.admin('POST', world.path('/provision/oneroster'), {
      body: new Blob([bundle({ users: [{ username: 'joerg', email }] })]),
      headers: { 'content-type': 'application/zip' },
    })
    expect(answer.body, answer.raw).toMatchObject({ errorCount: 0, counts: { users: { created: 1 } } })
  })

  test('signs in in any case', async () => {
    const own = await makeWorld()
    await own.user({ email, password: 'Passw0rd!', enabled: true })
    const body = { installSid: own.installSid, email: 'JÖRG@Universität.example', password: 'Passw0rd!' }
    expect((await own.admin('POST', '/api/auth/login', { body })).status).toBe(200)
  })
})

test('the message for an invalid address has an example', async () => {
  const body = { firstName: 'A', lastName: 'B', email: 'ada' }
  const answer = await world.admin('POST', world.path('/users'), { body })
  expect(badPaths(answer)).toEqual(['email'])
  expect(answer.raw).toContain('Expected an email address such as ada@school.example.')
})
