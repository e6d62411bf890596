import type { Stack } from '../../tools/stack/stack.ts'
import { allow, makeWorld } from './world.ts'

/** A new tenant whose install has these limits of requests, with a credential of the install as `call`. */
export async function limited(stack: Stack, limits: { readsPerMinute?: number; writesPerMinute?: number }) {
  const own = await makeWorld(stack)
  await own.admin('PUT', own.path('/settings'), { body: limits })
  return { ...own, ...(await own.credential(allow(['sp:*'], ['*']))) }
}
