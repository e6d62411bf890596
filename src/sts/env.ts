import { z } from '@hono/zod-openapi'
import { readBindings } from '../shared/env.ts'
import { routesOf } from '../shared/route.ts'
import { signerOf } from './keys/signer.ts'

const Bindings = z.object({
  /** The private JWK that signs element tokens; its public half is in the edge's JWKS. */
  SIGNING_KEY: z.string().min(1),
})

export function readEnv(bindings: unknown) {
  const { SIGNING_KEY, ...env } = readBindings(Bindings, bindings)
  return { ...env, sign: signerOf(SIGNING_KEY) }
}

export type StsEnv = ReturnType<typeof readEnv>

export const { route } = routesOf<StsEnv>()
