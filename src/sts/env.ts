import * as z from 'zod'
import { KeyBindings } from '../shared/crypto/keys/bindings.ts'
import { signerOf } from '../shared/crypto/keys/signer.ts'
import { verifierOf } from '../shared/crypto/keys/verifier.ts'
import { SealingKeys, sealWith } from '../shared/crypto/seal.ts'
import { readBindings, Service } from '../shared/env.ts'
import { routesOf } from '../shared/http/route.ts'
import { endedNotifier } from '../shared/realtime/client.ts'

export const Bindings = z.object({
  ...KeyBindings.shape,
  SEALING_KEY: SealingKeys,
  /** Closes the connections of tokens that ended. */
  REALTIME: Service.optional(),
})

/** Returns the environment of the token service (area B). @throws ZodError if a binding is missing or malformed */
export function readEnv(bindings: unknown) {
  const { SIGNING_KEY, JWKS, SEALING_KEY, REALTIME, ...env } = readBindings(Bindings, bindings)
  return {
    ...env,
    realtime: REALTIME,
    ended: endedNotifier(REALTIME),
    sealed: sealWith(SEALING_KEY),
    sign: signerOf(SIGNING_KEY),
    verify: verifierOf(JWKS),
  }
}

export type StsEnv = ReturnType<typeof readEnv>

export const { route, openRoute } = routesOf<StsEnv>()
