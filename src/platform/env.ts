import * as z from 'zod'
import { KeyBindings } from '../shared/crypto/keys/bindings.ts'
import { acceptanceOf } from '../shared/crypto/keys/jwks.ts'
import { signerOf } from '../shared/crypto/keys/signer.ts'
import { verifierOf } from '../shared/crypto/keys/verifier.ts'
import { PasswordCost } from '../shared/crypto/password.ts'
import { SealingKeys, sealWith } from '../shared/crypto/seal.ts'
import { readBindings, Service } from '../shared/env.ts'
import { routesOf } from '../shared/http/route.ts'
import { logOf } from '../shared/logging/log.ts'
import { endedNotifier } from '../shared/realtime/client.ts'
import { liveNotifierOf } from './live/notifier.ts'
import { EmailBinding, senderOf } from './mail/sender.ts'
import { messageSenderOf } from './messages/send.ts'
import type { PlatformCaller } from './principal/authenticator.ts'
import { periodsOf, RetentionBindings } from './retention/env.ts'
import { RateLimiter } from './throttle/rate-limiter.ts'
import { DeliveryBindings, deliveryOf } from './webhooks/delivery/env.ts'

export const Bindings = z.object({
  ...KeyBindings.shape,
  SEALING_KEY: SealingKeys,
  PASSWORD_COST_LOG2: PasswordCost,
  /** The value that the header `X-Setup-Token` must contain. Without it, setup is disabled if `BASE_URL` is https. */
  SETUP_TOKEN: z.string().min(1).optional(),
  /** The sender address of mails. */
  MAIL_FROM: z.string().min(3).optional(),
  /** Cloudflare's `send_email` binding. */
  EMAIL: EmailBinding.optional(),
  /**
   * The URL of a mail provider that accepts `{from, to, subject, text, attachments}` as JSON, with `MAIL_KEY` as bearer token
   * and the header `Idempotency-Key`.
   */
  MAIL_URL: z.url().optional(),
  MAIL_KEY: z.string().min(1).optional(),
  /** Receives mails instead of a provider; bound only by the local stack. */
  MAIL_CATCHER: Service.optional(),
  /** Publishes events to the subscribers of their topics, and closes connections. */
  REALTIME: Service.optional(),
  /** Cloudflare's rate limiter. It is checked before each sign-in attempt of a client address. */
  SIGN_IN_LIMITER: RateLimiter.optional(),
  ...DeliveryBindings.shape,
  ...RetentionBindings.shape,
})

/** Returns the environment of area C. @throws ZodError for a missing or malformed binding */
export function readEnv(bindings: unknown) {
  const { SIGNING_KEY, JWKS, SEALING_KEY, SETUP_TOKEN, SIGN_IN_LIMITER, REALTIME, ...env } = readBindings(
    Bindings,
    bindings,
  )
  const log = logOf('platform', bindings)
  const sealed = sealWith(SEALING_KEY)
  const mail = senderOf(env)
  return {
    ...env,
    log,
    sign: signerOf(SIGNING_KEY),
    verify: verifierOf(JWKS),
    accepts: acceptanceOf(JWKS),
    sealed,
    setupToken: SETUP_TOKEN,
    limiter: SIGN_IN_LIMITER,
    realtime: REALTIME,
    ended: endedNotifier(REALTIME),
    mail,
    sendMessages: messageSenderOf({ ...env, log, mail }),
    publishLive: liveNotifierOf({ db: env.db, realtime: REALTIME }),
    ...deliveryOf({ ...env, sealed, log }),
    retention: periodsOf(env),
  }
}

export type PlatformEnv = ReturnType<typeof readEnv>

export const { route, ownRoute, openRoute } = routesOf<PlatformEnv, PlatformCaller>()
