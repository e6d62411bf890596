import { z } from '@hono/zod-openapi'
import { readBindings } from '../shared/env.ts'
import { PasswordCost } from '../shared/password.ts'
import { routesOf } from '../shared/route.ts'
import { SealingKey, sealWith } from '../shared/seal.ts'

const Bindings = z.object({
  SEALING_KEY: SealingKey,
  PASSWORD_COST_LOG2: PasswordCost,
})

export function readEnv(bindings: unknown) {
  const { SEALING_KEY, ...env } = readBindings(Bindings, bindings)
  return { ...env, sealed: sealWith(SEALING_KEY) }
}

export type ProctoringEnv = ReturnType<typeof readEnv>

export const { route, openRoute } = routesOf<ProctoringEnv>()
