import { z } from '@hono/zod-openapi'
import { readBindings } from '../shared/env.ts'
import { defaultCostLog2 } from '../shared/password.ts'
import { routesOf } from '../shared/route.ts'

const Bindings = z.object({
  /** log2 of scrypt's N; lower only where passwords are not real. */
  PASSWORD_COST_LOG2: z.coerce.number().int().min(4).max(16).default(defaultCostLog2),
})

export const readEnv = (bindings: unknown) => readBindings(Bindings, bindings)

export type ProctoringEnv = ReturnType<typeof readEnv>

export const { route } = routesOf<ProctoringEnv>()
