import * as z from 'zod'
import { readBindings, Service } from '../shared/env.ts'
import { KeyBindings } from '../shared/keys/bindings.ts'
import { signerOf } from '../shared/keys/signer.ts'
import { verifierOf } from '../shared/keys/verifier.ts'
import { logOf } from '../shared/log.ts'
import { PasswordCost } from '../shared/password.ts'
import { routesOf } from '../shared/route.ts'
import { SealingKeys, sealWith } from '../shared/seal.ts'
import { DeliveryBindings, deliveryOf } from './delivery/env.ts'
import type { PlatformCaller } from './gate.ts'
import { EmailBinding, senderOf } from './mail/sender.ts'
import { periodsOf, RetentionBindings } from './retention/env.ts'
import { RateLimiter } from './throttle/rate-limiter.ts'

export const Bindings = z.object({
  ...KeyBindings.shape,
  SEALING_KEY: SealingKeys,
  PASSWORD_COST_LOG2: PasswordCost,
  /** What the first admin must send in `X-Setup-Token`. Without it, setup is closed where `BASE_URL` is https. */
  SETUP_TOKEN: z.string().min(1).optional(),
  /** The address that mails come from. */
  MAIL_FROM: z.string().min(3).optional(),
  /** Cloudflare's `send_email` binding. */
  EMAIL: EmailBinding.optional(),
  /** Or a provider that takes `{from, to, subject, text}` as JSON, with a bearer. */
  MAIL_URL: z.url().optional(),
  MAIL_KEY: z.string().min(1).optional(),
  /** Answers instead of the provider; bound by the local stack. */
  MAIL_CATCHER: Service.optional(),
  /** Cloudflare's rate limiter, asked before anything is tried from an address. */
  SIGN_IN_LIMITER: RateLimiter.optional(),
  ...DeliveryBindings.shape,
  ...RetentionBindings.shape,
})

/** The environment of area C. @throws ZodError for a binding that is missing or malformed */
export function readEnv(bindings: unknown) {
  const { SIGNING_KEY, JWKS, SEALING_KEY, SETUP_TOKEN, SIGN_IN_LIMITER, ...env } = readBindings(
    Bindings,
    bindings,
  )
  const log = logOf('platform', bindings)
  return {
    ...env,
    log,
    sign: signerOf(SIGNING_KEY),
    verify: verifierOf(JWKS),
    sealed: sealWith(SEALING_KEY),
    setupToken: SETUP_TOKEN,
    limiter: SIGN_IN_LIMITER,
    mail: senderOf(env),
    ...deliveryOf({ ...env, log }),
    retention: periodsOf(env),
  }
}

export type PlatformEnv = ReturnType<typeof readEnv>

export const { route, ownRoute, openRoute } = routesOf<PlatformEnv, PlatformCaller>()
