import * as z from 'zod'
import { PasswordCost } from '../shared/crypto/password.ts'
import { SealingKeys, sealWith } from '../shared/crypto/seal.ts'
import { outboxPath, readBindings, Service } from '../shared/env.ts'
import { routesOf } from '../shared/http/route.ts'
import { logOf } from '../shared/logging/log.ts'
import { endedNotifier } from '../shared/realtime/client.ts'
import { AllowHosts } from '../shared/target/allow-hosts.ts'
import { BucketBinding } from './bucket.ts'

export const Bindings = z.object({
  SEALING_KEY: SealingKeys,
  PASSWORD_COST_LOG2: PasswordCost,
  WEBHOOK_ALLOW_HOSTS: AllowHosts,
  /** Delivers the events that changes produce. */
  PLATFORM: Service.optional(),
  /** Closes connections. */
  REALTIME: Service.optional(),
  /** The R2 bucket with the contents of files. */
  FILES: BucketBinding,
})

/** Returns the environment of the proctoring Worker. @throws ZodError if a binding is missing or malformed */
export function readEnv(bindings: unknown) {
  const {
    SEALING_KEY,
    PLATFORM,
    REALTIME,
    FILES,
    WEBHOOK_ALLOW_HOSTS: allowHosts,
    ...env
  } = readBindings(Bindings, bindings)
  return {
    ...env,
    log: logOf('proctoring', bindings),
    sealed: sealWith(SEALING_KEY),
    /** The rules for addresses that the platform calls. It checks them again at each delivery. */
    targets: { allowHosts, ownHosts: [new URL(env.baseUrl).hostname] },
    bucket: FILES,
    realtime: REALTIME,
    ended: endedNotifier(REALTIME),
    changed: PLATFORM && (() => PLATFORM.fetch(`http://platform${outboxPath}`, { method: 'POST' })),
  }
}

export type ProctoringEnv = ReturnType<typeof readEnv>

export const { route, openRoute } = routesOf<ProctoringEnv>()
