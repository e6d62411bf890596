import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { apiCredential, type StoredPolicy } from '../../db/schema/credential.ts'
import { install } from '../../db/schema/tenancy.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from './client.ts'
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

async function ofEveryTable<T>(db: Stack['db'], expression: string): Promise<Map<string, T>> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const asked = tables.rows.map(
    ({ name }) => `select '${name}' as name, (select ${expression} from ${name} t) as value`,
  )
  const { rows } = await db.execute<{ name: string; value: T }>(sql.raw(asked.join(' union all ')))
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/**
 * Runs the request and counts the rows that were written meanwhile, by table. The stack is shared, so what it writes
 * at any time is left out: the deliveries of other worlds, and the counts to which the cron adds the changes.
 */
export async function rowsWritten({ stack: { db } }: World, request: () => Promise<unknown>) {
  const { rows } = await db.execute<{ now: string }>(sql`select pg_current_xact_id()::text as now`)
  await request()
  const written = await ofEveryTable<number>(
    db,
    `count(*) filter (where xmin::text::bigint > ${Number(rows[0]?.now)})::int`,
  )
  return Object.fromEntries(
    [...written].filter(
      ([table, count]) => count > 0 && !/^public\.(webhook_|row_count$|appointment_volume$)/.test(table),
    ),
  )
}

/** All rows of the database, as one text in lower case; bytes are in hex. */
export async function dumpOf({ db }: Stack): Promise<string> {
  const tables = await ofEveryTable<string | null>(db, `string_agg(t::text, E'\\n')`)
  return [...tables.values()].join('\n').toLowerCase()
}
