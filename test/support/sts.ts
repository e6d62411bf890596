import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { apiCredential, type StoredPolicy } from '../../db/schema/credential.ts'
import { install } from '../../db/schema/tenancy.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from './client.ts'
import { ofEach } from './tables.ts'
import { holderOf, type Issued, sidOf } from './tokens.ts'
import { allow, type World } from './world.ts'

type Members = Record<string, unknown>
type Token = { sid: string }

/** Everything of the install: the policy of a backend. */
export const ofInstall = (world: World): StoredPolicy['statements'] =>
  allow(['sp:*'], [`installs/${world.installSid}/*`])

/** A credential of the install with all actions on it. */
export const backend = (world: World) => world.credential(ofInstall(world))

/** Sends B2 and returns any response. */
export const askRefresh = (
  world: World,
  { sid }: Token,
  { by = world.admin, body = {} }: { by?: Call; body?: Members } = {},
): Promise<Answer> => by('POST', world.path(`/sts/tokens/${sid}/refresh`), { body })

/** Refreshes a token; the refresh must be granted. */
export async function refresh(world: World, token: Token, by?: Call): Promise<Issued> {
  const answer = await askRefresh(world, token, by ? { by } : {})
  expect(answer.status, answer.raw).toBe(200)
  return holderOf(world.stack, answer)
}

/** The token and this number of successors, each refreshed from the previous one. */
export async function chainFrom(world: World, root: Issued, refreshes: number): Promise<Issued[]> {
  const chain = [root]
  for (let last = root; chain.length <= refreshes; chain.push(last)) last = await refresh(world, last)
  return chain
}

export const record = (world: World, { sid }: Token): Promise<Answer> =>
  world.admin('GET', world.path(`/sts/tokens/${sid}`))

export const revoke = (world: World, { sid }: Token, by = world.admin): Promise<Answer> =>
  by('DELETE', world.path(`/sts/tokens/${sid}`))

export const revokeMany = (world: World, body: unknown, by = world.admin): Promise<Answer> =>
  by('POST', world.path('/sts/revocations'), { body })

export const introspect = (world: World, token: string, by = world.admin): Promise<Answer> =>
  by('POST', world.path('/sts/introspect'), { body: { token } })

/** The matching audit rows, oldest first. */
export async function audit(world: World, query: Record<string, string> = {}): Promise<Members[]> {
  const parameters = new URLSearchParams({ limit: '1000', ...query })
  const answer = await world.admin('GET', world.path(`/sts/audit?${parameters}`))
  expect(answer.status, answer.raw).toBe(200)
  return answer.list('results')
}

type Shown = { secret: string; elementToken: string; origin?: string | undefined }

/** Verifies a pair from a page of the origin: from our own by default, and without an origin when it is undefined. */
export const verify = (stack: Stack, { secret, elementToken, ...rest }: Shown): Promise<Answer> => {
  const { origin } = { origin: stack.baseUrl, ...rest }
  return callerOf(stack)('POST', '/v1/embeds/verify', {
    body: { elementToken },
    headers: { authorization: `Bearer ${secret}`, ...(origin !== undefined && { origin }) },
  })
}

export const pairOf = ({ secret, answer }: Issued): Shown => ({
  secret,
  elementToken: answer.text('elementToken'),
})

/** The status that each secret gets for a read of its own user's profile. */
export const statusesOf = (world: World, userSid: string, tokens: { call: Call }[]): Promise<number[]> =>
  Promise.all(
    tokens.map(async ({ call }) => (await call('GET', world.path(`/users/${userSid}/profile`))).status),
  )

/** Changes the policy of the creator without the API, which has no such operation. */
export const grant = (world: World, { sid }: Token, statements: StoredPolicy['statements']) =>
  world.stack.db
    .update(apiCredential)
    .set({ policy: { version: '1', statements } })
    .where(eq(apiCredential.sid, sidOf('AK', sid)))

export const setInstall = (world: World, members: Partial<typeof install.$inferInsert>) =>
  world.stack.db
    .update(install)
    .set(members)
    .where(eq(install.sid, sidOf('AI', world.installSid)))

/** Simulates time for the family of the root: sets all its times back. */
export async function age({ stack: { db } }: World, root: Token, seconds: number): Promise<void> {
  const family = root.sid.slice(2)
  const earlier = sql`make_interval(secs => ${seconds})`
  await db.execute(sql`update sts_family set created_date = created_date - ${earlier},
    absolute_expires_at = absolute_expires_at - ${earlier} where sid = ${family}::uuid`)
  await db.execute(sql`update sts_token set created_date = created_date - ${earlier},
    expires_at = expires_at - ${earlier} where family_sid = ${family}::uuid`)
}

/**
 * Runs the request and counts the rows that were written meanwhile, by table. The deliveries of other
 * worlds, which continue on a shared stack, are left out.
 */
export async function rowsWritten({ stack: { db } }: World, request: () => Promise<unknown>) {
  const { rows } = await db.execute<{ now: string }>(sql`select pg_current_xact_id()::text as now`)
  await request()
  const written = await ofEach<number>(
    db,
    `count(*) filter (where xmin::text::bigint > ${Number(rows[0]?.now)})::int`,
  )
  return Object.fromEntries(
    Object.entries(written).filter(([table, count]) => count > 0 && !table.startsWith('public.webhook_')),
  )
}

/** All rows of the database, as one text in lower case; bytes are in hex. */
export async function dumpOf({ db }: Stack): Promise<string> {
  const tables = await ofEach(db, `string_agg(t::text, E'\\n')`)
  return Object.values(tables).join('\n').toLowerCase()
}
