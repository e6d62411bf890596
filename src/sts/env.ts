import { z } from '@hono/zod-openapi'
import { readBindings } from '../shared/env.ts'
import { routesOf } from '../shared/route.ts'
import { signerOf } from './keys/signer.ts'
import { verifierOf } from './keys/verifier.ts'

const Bindings = z.object({
  /** The private JWK that signs element tokens; its public half is in the JWKS. */
  SIGNING_KEY: z.string().min(1),
  /** The public keys as a JWK Set, the same that the edge publishes. */
  JWKS: z.string().min(1),
})

export function readEnv(bindings: unknown) {
  const { SIGNING_KEY, JWKS, ...env } = readBindings(Bindings, bindings)
  return { ...env, sign: signerOf(SIGNING_KEY), verify: verifierOf(JWKS) }
}

export type StsEnv = ReturnType<typeof readEnv>

export const { route, openRoute } = routesOf<StsEnv>()
