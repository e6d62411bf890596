import { Buffer } from 'node:buffer'
import { z } from '@hono/zod-openapi'
import { readBindings } from '../shared/env.ts'
import { defaultCostLog2 } from '../shared/password.ts'
import { routesOf } from '../shared/route.ts'
import { sealWith } from '../shared/seal.ts'

const Bindings = z.object({
  /** 32 bytes in base64url: seals what must be readable again, such as the passwords of exams. */
  SEALING_KEY: z
    .string()
    .transform(text => new Uint8Array(Buffer.from(text, 'base64url')))
    .refine(({ length }) => length === 32, 'Expected 32 bytes in base64url.'),
  /** log2 of scrypt's N; lower only where passwords are not real. */
  PASSWORD_COST_LOG2: z.coerce.number().int().min(4).max(16).default(defaultCostLog2),
})

export function readEnv(bindings: unknown) {
  const { SEALING_KEY, ...env } = readBindings(Bindings, bindings)
  return { ...env, sealed: sealWith(SEALING_KEY) }
}

export type ProctoringEnv = ReturnType<typeof readEnv>

export const { route, openRoute } = routesOf<ProctoringEnv>()
