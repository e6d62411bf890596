// The audit of an account as its administrator can read it.
import { expect } from 'vitest'
import type { Answer } from './client.ts'
import type { World } from './world.ts'

export const auditPath = '/api/audit'
export type Row = Record<string, unknown>

export const rowsOf = async ({ admin }: World, query = ''): Promise<Row[]> =>
  (await admin('GET', `${auditPath}?limit=1000${query}`)).list('results')

/** Returns the rows that a request adds. */
export async function rowsFrom(world: World, request: () => Promise<Answer>): Promise<Row[]> {
  const before = await rowsOf(world)
  const answer = await request()
  expect(answer.status, answer.raw).toBeLessThan(300)
  return (await rowsOf(world)).slice(before.length)
}
