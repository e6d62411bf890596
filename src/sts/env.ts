import { KeyBindings } from '../shared/crypto/keys/bindings.ts'
import { signerOf } from '../shared/crypto/keys/signer.ts'
import { verifierOf } from '../shared/crypto/keys/verifier.ts'
import { readBindings } from '../shared/env.ts'
import { routesOf } from '../shared/http/route.ts'

/** Returns the environment of the token service (area B). @throws ZodError if a binding is missing or malformed */
export function readEnv(bindings: unknown) {
  const { SIGNING_KEY, JWKS, ...env } = readBindings(KeyBindings, bindings)
  return { ...env, sign: signerOf(SIGNING_KEY), verify: verifierOf(JWKS) }
}

export type StsEnv = ReturnType<typeof readEnv>

export const { route, openRoute } = routesOf<StsEnv>()
