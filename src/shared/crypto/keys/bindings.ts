import * as z from 'zod'

/** The keys as Workers that sign and verify are given them. */
export const KeyBindings = z.object({
  /** The private JWK that signs; its public half is in the JWKS. */
  SIGNING_KEY: z.string().min(1),
  /** The public keys as a JWK Set, the same that the edge publishes. */
  JWKS: z.string().min(1),
})
