// The content of mails to operators, and their rate limits.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { operator, throttle } from '../../../../db/schema/operator.ts'
import { account } from '../../../../db/schema/tenancy.ts'
import { limits } from '../../../../src/platform/throttle/limits.ts'
import { attemptBy } from '../../../../src/shared/rate-limit.ts'
import type { Call } from '../../../support/client.ts'
import {
  addMfa,
  ageThrottles,
  askedForCode,
  callFrom,
  forgetCodes,
  forgot,
  linkMailsTo,
  mailedToken,
  mailsTo,
  makeOperator,
  resetPassword,
  signedInAs,
  signIn,
  someAddress,
  someEmail,
  verifyCode,
} from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const invite = (call: Call, members: Record<string, unknown> = {}) =>
  call('POST', '/api/operators', { body: { email: someEmail(), name: 'Joan', role: 'viewer', ...members } })

const hours = 3600

describe('a name in a mail', () => {
  const bad = [
    'Joan\r\nBcc: all@school.example',
    'Joan\u0007',
    'Joan\u2028Doe',
    'Click https://evil.example now',
    'www.evil.example',
    'Win at evil.example/prize',
    'Win at evil。com/x',
    '//evil.example',
    'javascript:alert(1)',
    'Joan\u202emoc.live',
  ]

  test.each(bad)('%j is refused for an operator and for an account', async name => {
    const { world, call } = await signedInAs(await makeWorld(), 'owner')
    expect(badPaths(await invite(call, { name }))).toEqual(['name'])
    const other = await makeOperator(world, 'viewer')
    expect(badPaths(await call('PUT', `/api/operators/${other.id}`, { body: { name } }))).toEqual(['name'])
    expect(badPaths(await call('PUT', '/api/account', { body: { name } }))).toEqual(['name'])
  })

  test.each(['St. John', 'J. R. R. Tolkien', "O'Neill-Grüße", 'Dr. No, Ph.D.', 'A/B testing'])(
    '%j is accepted',
    async name => {
      expect((await invite((await makeWorld()).admin, { name })).status).toBe(201)
    },
  )

  test('that was stored earlier creates neither a line nor a link', async () => {
    const world = await makeWorld()
    const person = await makeOperator(world)
    const { db } = world.stack
    const name = 'Joan\n\nClick https://evil.example/x or www.evil.example'
    await db.update(operator).set({ name }).where(eq(operator.email, person.email))
    await forgot(person)
    const [mail] = await mailsTo(world.stack, person.email, 1)
    expect(mail?.text.split('\n')[0]).toBe('Hello Joan Click https evil. example/x or www. evil. example,')

    await db
      .update(account)
      .set({ name: 'School\r\nBcc: x@evil.example' })
      .where(eq(account.sid, sidOf('AC', world.accountSid)))
    const email = someEmail()
    expect((await invite(world.admin, { email })).status).toBe(201)
    const [invitation] = await mailsTo(world.stack, email, 1)
    expect(invitation?.subject).toBe('You are invited to School Bcc: x@evil. example')
  })
})

describe('invitations', () => {
  test('of an account are at most 50 in 24 hours', { timeout: 60_000 }, async () => {
    const world = await makeWorld()
    for (let n = 0; n < 50; n += 1) expect((await invite(world.admin)).status).toBe(201)
    const answer = await invite(world.admin)
    problemOf(answer, 429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(23 * hours)
    expect((await invite((await makeWorld(world.stack)).admin)).status).toBe(201)
    await ageThrottles(world.stack, 24 * hours + 1)
    expect((await invite(world.admin)).status).toBe(201)
  })

  test('to an address are at most 3 in 24 hours, over all accounts; only the newest link works', async () => {
    const world = await makeWorld()
    const email = someEmail()
    const id = (await invite(world.admin, { email })).text('id')
    const again = () => world.admin('POST', `/api/operators/${id}/invite`)
    const first = await mailedToken(world.stack, email)
    expect((await again()).body).toMatchObject({ id, email, status: 'invited' })
    const second = await mailedToken(world.stack, email, 2)
    expect((await again()).status).toBe(200)
    const third = await mailedToken(world.stack, email, 3)
    problemOf(await again(), 429)
    const person = { anyone: callFrom(world.stack, someAddress()) }
    for (const old of [first, second]) problemOf(await resetPassword(person, old), 400)
    expect((await resetPassword(person, third)).status).toBe(204)
    expect(await linkMailsTo(world.stack, email, 3)).toHaveLength(3)
  })

  test('that are refused because the address is taken also count, for the address and for the account', async () => {
    const world = await makeWorld()
    const { email } = await makeOperator(await makeWorld(world.stack))
    const codes = []
    for (let n = 0; n < 5; n += 1) codes.push((await invite(world.admin, { email })).text('code'))
    const [taken, limited] = ['email_taken', 'too_many_attempts']
    expect(codes).toEqual([taken, taken, taken, limited, limited])
    const sister = await makeWorld(world.stack)
    expect((await invite(sister.admin, { email: email.toUpperCase() })).text('code')).toBe(limited)
    // The account has used 3 of its 50 invitations; 46 more leave one.
    const more = sql`${throttle.taken} || array(select clock_timestamp() from generate_series(1, 46))`
    const { key } = attemptBy(limits.invitations, world.accountSid)
    await world.stack.db.update(throttle).set({ taken: more }).where(eq(throttle.key, key))
    expect((await invite(world.admin)).status).toBe(201)
    problemOf(await invite(world.admin), 429)
  })

  test.each(['accepted', 'disabled'])('of an operator who has %s are not renewed', async state => {
    const world = await makeWorld()
    const id = state === 'accepted' ? (await makeOperator(world)).id : (await invite(world.admin)).text('id')
    if (state === 'disabled') await world.admin('POST', `/api/operators/${id}/disable`)
    const answer = await world.admin('POST', `/api/operators/${id}/invite`)
    problemOf(answer, 409)
    expect(answer.text('code')).toBe('not_invited')
  })
})

test('a sign-in with a recovery code sends a mail', async () => {
  const person = await makeOperator(await makeWorld())
  const { recoveryCodes } = await addMfa((await signIn(person)).call)
  await forgetCodes(person)
  const answer = await verifyCode(person, await askedForCode(person), recoveryCodes[0] ?? '')
  expect(answer.status, answer.raw).toBe(200)
  const mails = await mailsTo(person.world.stack, person.email, 2)
  expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used')
})
