// The subscription of a connection: which publications of a delivery it receives.

import type { Delivery } from '../contract/objects.ts'
import { maxPending } from './limits.ts'

type Batch = Pick<Delivery, 'previous' | 'isCertain' | 'publications'>

/**
 * The state of a subscription. `pending` waits for the result of the subscribe and keeps what arrives before it. A
 * position is the offset of the last publication that the client has received; it is unknown after the object slept.
 */
export type Subscription = {
  wantsMoves: boolean
  state:
    | { kind: 'pending'; batches: Batch[]; size: number }
    | { kind: 'active'; position: number | undefined }
}

export const pendingSubscription = (wantsMoves: boolean): Subscription => ({
  wantsMoves,
  state: { kind: 'pending', batches: [], size: 0 },
})

/** A subscription of which only the row is left. */
export const wokenSubscription = (wantsMoves: boolean): Subscription => ({
  wantsMoves,
  state: { kind: 'active', position: undefined },
})

/**
 * Returns the index of the first publication that the client receives, which may be after the last one. Advances the
 * position.
 * @returns `gap` if the client has missed publications, so that it must recover
 */
export function accept(subscription: Subscription, batch: Batch): number | 'gap' {
  const { state } = subscription
  const { previous, isCertain, publications } = batch
  if (state.kind === 'pending') {
    state.size += publications.length
    state.batches.push(batch)
    return state.size > maxPending ? 'gap' : publications.length
  }
  const [first] = publications
  if (!first) return 0
  const position = state.position ?? (isCertain ? previous : undefined)
  if (position === undefined || position < first.offset - 1) return 'gap'
  state.position = Math.max(position, publications.at(-1)?.offset ?? 0)
  const start = publications.findIndex(({ offset }) => offset > position)
  return start < 0 ? publications.length : start
}

/** Activates a pending subscription at a position. Returns the batches that arrived before. */
export function activate(subscription: Subscription, position: number): Batch[] {
  const { state } = subscription
  subscription.state = { kind: 'active', position }
  return state.kind === 'pending' ? state.batches : []
}
