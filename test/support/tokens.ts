import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Role } from '../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../db/schema/sts.ts'
import type { Prefix, SidOf } from '../../db/sid.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from './client.ts'
import type { World } from './world.ts'

/** The uuid of a sid, for statements on the tables. */
export const sidOf = <P extends Prefix>(prefix: P, text: string): SidOf<P> => `${prefix}${text.slice(2)}`

export type Issued = { sid: string; secret: string; call: Call; answer: Answer }

/** The response of B1 or B2, and the embed as a caller. */
export const holderOf = (stack: Stack, answer: Answer): Issued => ({
  sid: answer.text('sid'),
  secret: answer.text('stsToken'),
  call: callerOf(stack, answer.text('stsToken')),
  answer,
})

/** Issues a token that must be granted, of an exam-session by default. */
export async function issueToken(
  world: World,
  members: Record<string, unknown> & { targetUserSid?: string },
  by: Call = world.admin,
): Promise<Issued> {
  const body = {
    tokenType: 'element',
    ...('policy' in members ? {} : { elementType: 'exam-session' }),
    ...members,
  }
  const answer = await by('POST', world.path('/sts/tokens'), { body })
  expect(answer.status, answer.raw).toBe(201)
  return holderOf(world.stack, answer)
}

/** Issues an api token that must be granted. */
export const issueApiToken = (world: World, statements: unknown[], by?: Call): Promise<Issued> =>
  issueToken(world, { tokenType: 'api', policy: { version: '1', statements } }, by)

/** The number of families and tokens of the install, which a refused issue must not change. */
export async function minted({
  stack: { db },
  installSid,
}: World): Promise<{ families: number; tokens: number }> {
  const families = db
    .select({ sid: stsFamily.sid })
    .from(stsFamily)
    .where(eq(stsFamily.installSid, sidOf('AI', installSid)))
  return {
    families: (await families).length,
    tokens: await db.$count(stsToken, inArray(stsToken.familySid, families)),
  }
}

/** Runs the request and expects that it created no row of the install. */
export async function mintingNothing<T>(world: World, request: () => Promise<T>): Promise<T> {
  const before = await minted(world)
  const answer = await request()
  expect(await minted(world)).toEqual(before)
  return answer
}

/** A user of the role, such as one who reviews the sessions of learners. */
export async function staffUser(
  { admin, path, user }: Pick<World, 'admin' | 'path' | 'user'>,
  role: Role = 'instructor',
): Promise<SidOf<'US'>> {
  const sid = await user()
  const answer = await admin('PUT', path(`/users/${sid}`), { body: { role } })
  expect(answer.status, answer.raw).toBe(200)
  return sid
}
