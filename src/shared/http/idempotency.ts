// Requests with an `Idempotency-Key` (docs/adr/0016-replayed-requests.md): each has one effect, and its repetitions return the
// first response.

import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { type Draws, withDraws } from '../../../db/context.ts'
import { drawsOf } from '../../../db/draws.ts'
import type { Use } from '../idempotency/queries.ts'
import { Recorder } from '../idempotency/recorder.ts'
import { checkedKey, keyHeader, takesKey } from './idempotency-key.ts'
import type { RequestContext } from './request-context.ts'

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

/** Returns the random bytes and the time of a request. */
export const draws = ({ seed, now }: { seed: string; now: number }): Draws =>
  drawsOf(Buffer.from(seed, 'base64url'), new Date(now))

/** Continues with what `load` has read about the key. */
export function noteUse({ idempotency }: RequestContext, [row]: readonly Use[]): void {
  if (!(idempotency && row)) return
  idempotency.used = row.used
  idempotency.recorder.begin(row.now)
}

/** Whether an earlier request has used the key. */
export const isRepeated = ({ idempotency }: RequestContext): boolean => Boolean(idempotency?.used)
