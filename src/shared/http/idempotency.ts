// Requests with an `Idempotency-Key` (docs/adr/0016-replayed-requests.md): each has one effect, and its repetitions return the
// first response.

import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../../db/client.ts'
import { type Draws, withDraws } from '../../../db/context.ts'
import { drawsOf } from '../../../db/draws.ts'
import { forgotten, play, unsealed } from '../idempotency/player.ts'
import type { Use } from '../idempotency/queries.ts'
import { Recorder } from '../idempotency/recorder.ts'
import { Problem } from '../problems/problem.ts'
import { authenticate } from './authenticate.ts'
import { handle } from './handle.ts'
import { checkedKey, keyHeader, replayedName, takesKey } from './idempotency-key.ts'
import { load } from './load.ts'
import { requireMatch } from './precondition.ts'
import type { RequestContext } from './request-context.ts'

/** The key of a request, and what its replay needs. */
export type KeyedRequest = {
  key: string
  requestHash: string
  recorder: Recorder
  /** The use of the key by an earlier request, as `load` has read it. */
  used: Use['used']
}

/**
 * Runs the stages of a request with a key, or without one. Their random bytes and their time can be drawn again.
 * @throws Problem `invalid_request` for a malformed key
 */
export async function withKey(context: RequestContext, stages: () => Promise<void>): Promise<void> {
  const key = context.header(keyHeader)
  if (key === undefined || !takesKey(context.route)) return stages()
  const { db, env, callerScope, path, body, bodyHash = '' } = context
  const { search } = new URL(context.request.url)
  const request = [context.route.method, path + search, bodyHash].join('\n')
  const requestHash = createHash('sha256').update(request).digest('hex')
  const seed = randomBytes(32).toString('base64url')
  const now = Date.now()
  const recorder = new Recorder({
    ...{ db, sealed: env.sealed, request: { seed, now, ifMatch: context.ifMatch } },
    use: { callerScope, key: checkedKey(key), requestHash },
    text: path + search + (body instanceof Uint8Array ? '' : JSON.stringify(body)),
  })
  context.idempotency = { key, requestHash, recorder, used: null }
  context.db = db.$through(recorder.through)
  await withDraws(draws({ seed, now }), stages)
}

const draws = ({ seed, now }: { seed: string; now: number }): Draws =>
  drawsOf(Buffer.from(seed, 'base64url'), new Date(now))

/** Continues with what `load` has read about the key. */
export function noteUse({ idempotency }: RequestContext, [row]: readonly Use[]): void {
  if (!(idempotency && row)) return
  idempotency.used = row.used
  idempotency.recorder.begin(row.now)
}

/** Whether an earlier request has used the key. */
export const isRepeated = ({ idempotency }: RequestContext): boolean => Boolean(idempotency?.used)

/**
 * Repeats the stages of the earlier request with what it had read, written and drawn. Sends nothing.
 * @throws Problem `idempotency_key_reused`, or the Problem of the earlier request
 */
export async function replay(context: RequestContext): Promise<void> {
  const { env, idempotency } = context
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
  context.setHeader(replayedName, 'true')
  await withDraws(draws(recorded), async () => {
    await load(repeated)
    await authenticate(repeated)
    await requireMatch(repeated)
    await handle(repeated)
  })
  const { caller, loaded, result } = repeated
  Object.assign(context, { caller, loaded, result })
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
