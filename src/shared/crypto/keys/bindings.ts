import * as z from 'zod'

/** The bindings of Workers that sign and verify. */
export const KeyBindings = z.object({
  /** The private JWK that signs. The JWKS contains its public key. */
  SIGNING_KEY: z.string().min(1),
  /** The public keys as a JWK Set, as the edge publishes them. */
  JWKS: z.string().min(1),
})
