// The first operator. Uses its own stack, since there is only one first operator per database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { type Call, callerOf } from '../../../support/client.ts'
import { callFrom, makeOperator, someAddress, someEmail, somePassword } from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { ownStack, usualDatabase } from '../../../support/stack.ts'
import { makeWorld } from '../../../support/world.ts'

let stack: Stack
let anyone: Call
beforeAll(async () => {
  stack = await ownStack(usualDatabase)
  anyone = callerOf(stack)
})
afterAll(() => stack.close())

const body = (members = {}) => ({ name: 'Grace', email: someEmail(), password: somePassword(), ...members })

test.each([
  ['a common password', { password: 'password1' }, 'password'],
  ['a short password', { password: 'x7$Kq!z' }, 'password'],
  ['no email', { email: 'grace' }, 'email'],
  ['no name', { name: '' }, 'name'],
  ['a role', { role: 'owner' }, 'role'],
])('setup with %s is refused', async (_, members, path) => {
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
  expect(badPaths(await anyone('POST', '/api/auth/setup', { body: body(members) }))).toEqual([path])
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
})

test('of 50 simultaneous setups one creates the first owner, and the others create nothing', async () => {
  const bodies = Array.from({ length: 50 }, (_, n) => body({ name: `Grace ${n}` }))
  const answers = await Promise.all(
    bodies.map(each => callFrom(stack, someAddress())('POST', '/api/auth/setup', { body: each })),
  )
  const winner = answers.findIndex(({ status }) => status === 201)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of answers.filter((_, n) => n !== winner)) {
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('setup_done')
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  const { name, email, password } = bodies[winner] ?? body()
  const won = answers[winner]
  expect(won?.body).toEqual({
    sessionToken: expect.any(String),
    expiresAt: expect.any(Number),
    user: { id: expect.stringMatching(/^OP[a-f0-9]{32}$/), email, name },
  })
  expect(won?.headers.getSetCookie()[0]).toContain(`session=${won?.text('sessionToken')}; `)
  const call = callerOf(stack, won?.text('sessionToken'))
  expect((await call('GET', '/api/auth/me')).body).toMatchObject({ role: 'owner', email, name })
  expect((await call('GET', '/api/operators')).body).toMatchObject({ total: 1 })
  expect((await anyone('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200)
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: false })
  problemOf(await anyone('POST', '/api/auth/setup', { body: body() }), 403)
})

test('setup is refused when there are operators', async () => {
  const world = await makeWorld()
  await makeOperator(world)
  const call = callFrom(world.stack, someAddress())
  expect((await call('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: false })
  const answer = await call('POST', '/api/auth/setup', { body: body() })
  problemOf(answer, 403)
  expect(answer.text('code')).toBe('setup_done')
})
