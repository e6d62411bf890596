// The repetition of a request with an `Idempotency-Key`.

import type { Database } from '../../../db/client.ts'
import { withDraws } from '../../../db/context.ts'
import { requireOwn } from '../auth/authorize.ts'
import { forgotten, play, unsealed } from '../idempotency/player.ts'
import { Problem } from '../problems/problem.ts'
import { authenticate } from './authenticate.ts'
import { handle } from './handle.ts'
import { draws } from './idempotency.ts'
import { replayedName } from './idempotency-key.ts'
import { load } from './load.ts'
import { requireMatch } from './precondition.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Repeats the stages of the earlier request with what it had read, written and drawn. Sends nothing.
 * @throws Problem `idempotency_key_reused`, the Problem of the earlier request, or that of a caller who may no longer access the
 *   record
 */
export async function replay(context: RequestContext): Promise<void> {
  const { env, idempotency, caller: current, route, path, params } = context
  const { used, requestHash } = idempotency ?? {}
  if (used?.requestHash !== requestHash)
    throw new Problem('idempotency_key_reused', 'Another request was sent with this Idempotency-Key.')
  if (!(used?.sealed && used.results)) throw forgotten()
  const recorded = unsealed(await env.sealed.open({ purpose: 'idempotency', sid: used.owner }, used.sealed))
  const repeated: RequestContext = {
    ...context,
    ifMatch: recorded.ifMatch,
    db: env.db.$through(play(recorded, used.results)),
    env: withoutEffects(env),
    waitUntil: ignore,
  }
  context.headers[replayedName] = 'true'
  await withDraws(draws(recorded), async () => {
    await load(repeated)
    await authenticate(repeated)
    // The records are those of the earlier request. The user of the token may have become a learner since.
    if (current) requireOwn(current, route, path, { params, loaded: repeated.loaded })
    keepAge(current, repeated.caller)
    await requireMatch(repeated)
    await handle(repeated)
  })
  const { caller, loaded, result } = repeated
  Object.assign(context, { caller, loaded, result })
}

/** A response with a secret requires a recent sign-in, also of the request that repeats it. */
function keepAge(current: object | undefined, repeated: object | undefined): void {
  if (repeated && current && 'isRecent' in current) Object.assign(repeated, { isRecent: current.isRecent })
}

/** The members of the environments with which handlers have effects after their write. */
const effects = {
  ...{ changed: undefined, ended: undefined, realtime: undefined },
  ...{ mail: async () => undefined, publish: async () => 0, publishLive: async () => 0 },
}

const withoutEffects = <E extends { db: Database }>(env: E): E => ({
  ...env,
  ...effects,
  db: env.db.$through(() => () => Promise.reject(new Error('A replay sends nothing.'))),
})

/** Does not start deferred work. Work that has started had nothing to send. */
function ignore(work: Parameters<RequestContext['waitUntil']>[0]): void {
  if (typeof work !== 'function') work.catch(() => {})
}
