import { expect } from 'vitest'
import type { World } from './world.ts'

export const accountName = 'Test account'

/** Another install of the world's account. */
export async function anotherInstall({ admin }: World, name = 'Second install'): Promise<string> {
  const made = await admin('POST', '/v1/installs', { body: { name } })
  expect(made.status, made.raw).toBe(201)
  return made.text('sid')
}

/** The path of A1 for a new proctor account that is linked to the installs. */
export async function examListOf({ admin }: World, installSids: string[]): Promise<string> {
  const made = await admin('POST', '/v1/proctors', { body: { name: 'Eyes', installSids } })
  expect(made.status, made.raw).toBe(201)
  return `/v1/proctors/${made.text('sid')}/reports/examList`
}
