// Each kind of revocation closes the silent connections to documents that it concerns, and no others, within a second.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, made, remove, rotate } from '../../support/account-credentials.ts'
import type { Answer, Call } from '../../support/client.ts'
import { rawDocument } from '../../support/documents.ts'
import { inTime, repeatedIfLate } from '../../support/late.ts'
import { signedInAs, signIn } from '../../support/platform.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
const sockets: WebSocket[] = []
afterAll(() => {
  for (const socket of sockets) socket.close()
})

/** A connection with a JWT of the caller that sends nothing after the upgrade. */
async function silent(call: Call) {
  const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
  const answer = await call('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  const opened = await rawDocument(world.stack.baseUrl, 'revoked', [
    'invigil',
    `bearer.${answer.text('token')}`,
  ])
  sockets.push(opened.socket)
  return opened
}

type Caller = { call: Call; end(by: Call): Promise<Answer> }
const operator = async (
  end: (person: Awaited<ReturnType<typeof signedInAs>>, by: Call) => Promise<Answer>,
): Promise<Caller> => {
  const person = await signedInAs(world, 'owner')
  return { call: person.call, end: by => end(person, by) }
}
const path = (id: string, rest = '') => `/api/operators/${id}${rest}`
const credential = async (end: (sid: string) => Promise<Answer>): Promise<Caller> => {
  const { sid, call } = made(await create(world.admin), world)
  return { call, end: () => end(sid) }
}

const kinds: Record<string, () => Promise<Caller>> = {
  'the sign-out of its session': () => operator(({ call }) => call('POST', '/api/auth/logout', { body: {} })),
  'the end of its session from another one': () =>
    operator(async person => {
      const { call } = await signIn(person)
      const sessions = (await call('GET', '/api/auth/sessions')).list('results')
      const other = sessions.find(({ current }) => current === false)
      return call('DELETE', `/api/auth/sessions/${String(other?.['id'])}`)
    }),
  'a changed password': () =>
    operator(async person => {
      const { call } = await signIn(person)
      const body = { currentPassword: person.password, password: `${person.password}New9` }
      return call('POST', '/api/auth/change-password', { body })
    }),
  'disabling its operator': () => operator(({ id }, by) => by('POST', path(id, '/disable'), { body: {} })),
  'a role that may not issue JWTs': () =>
    operator(({ id }, by) => by('PUT', path(id), { body: { role: 'viewer' } })),
  'the removal of its operator': () => operator(({ id }, by) => by('DELETE', path(id))),
  'the deletion of its credential': () => credential(sid => remove(world.admin, sid)),
  'the rotation of its credential': () => credential(sid => rotate(world.admin, sid, { overlapSeconds: 0 })),
}

// The runtime sends the close at once, but keeps the TCP connection of a silent client until the object sleeps: the client's
// event `close` may be late, and its state is not.
test.each(Object.entries(kinds))(
  'a connection that has sent nothing is closed by %s',
  repeatedIfLate,
  async (_, make) => {
    const [ended, other] = [await make(), await signedInAs(world, 'owner')]
    const [first, second] = [await silent(ended.call), await silent(other.call)]
    const answer = await ended.end(other.call)
    expect(answer.status, answer.raw).toBeLessThan(300)
    const endedAt = performance.now()
    await expect
      .poll(() => first.socket.readyState, { timeout: 10_000, interval: 5 })
      .toBeGreaterThan(WebSocket.OPEN)
    inTime(performance.now() - endedAt, 1000)
    expect(second.socket.readyState).toBe(WebSocket.OPEN)
  },
)
