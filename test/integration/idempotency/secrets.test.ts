// Responses with a secret: a repetition returns the same secret, and the database does not contain it.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Answer, callerOf } from '../../support/client.ts'
import { issueToken } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

type Request = (headers: Record<string, string>) => Promise<Answer>

const statements = allow(['sp:*'], ['*'])
const policy = { version: '1', statements }
const backend = { name: 'Backend', role: 'admin', policy }

/** The requests, and the member of the response that is secret. */
const requests: Record<string, { secret: string; prepare: () => Promise<Request> }> = {
  'the issue of a token': {
    secret: 'stsToken',
    async prepare() {
      const body = { tokenType: 'element', elementType: 'exam-session', targetUserSid: await world.user() }
      return headers => world.admin('POST', world.path('/sts/tokens'), { headers, body })
    },
  },
  'the refresh of a token': {
    secret: 'stsToken',
    async prepare() {
      const { sid } = await issueToken(world, { targetUserSid: await world.user() })
      return headers => world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`), { headers, body: {} })
    },
  },
  'the creation of a credential of an install': {
    secret: 'secret',
    prepare: () =>
      Promise.resolve(headers => world.admin('POST', world.path('/credentials'), { headers, body: backend })),
  },
  'the creation of a credential of an account': {
    secret: 'secret',
    prepare: () =>
      Promise.resolve(headers => world.admin('POST', '/api/credentials', { headers, body: backend })),
  },
  'the rotation of a credential': {
    secret: 'secret',
    async prepare() {
      const { sid } = await world.credential(statements)
      const body = { overlapSeconds: 0 }
      return headers => world.admin('POST', `/api/credentials/${sid}/rotate`, { headers, body })
    },
  },
}

/** The number of kept requests whose row contains the text. */
async function rowsWith(text: string): Promise<number> {
  const { rows } = await world.stack.db.execute<{ found: number }>(sql`
    select count(*)::integer found from idempotency_key k where k::text like ${`%${text}%`}`)
  return rows[0]?.found ?? -1
}

test.each(Object.entries(requests))(
  '%s: a repetition returns the same secret, which works and is not in the database',
  async (_, { secret, prepare }) => {
    const send = await prepare()
    const key = randomUUID()
    const headers = { 'Idempotency-Key': key }
    const first = await send(headers)
    const second = await send(headers)
    expect(first.status, first.raw).toBeLessThan(300)
    expect(second.raw).toBe(first.raw)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const text = second.text(secret)
    expect(await rowsWith(key)).toBe(1)
    expect(await rowsWith(text)).toBe(0)
    const used = await callerOf(world.stack, text)('GET', world.path('/users'))
    expect(used.status).not.toBe(401)
  },
)
