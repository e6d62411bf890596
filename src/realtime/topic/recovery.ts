import { isRecoverable } from '../contract/history.ts'
import type { SubscribeRequest, SubscribeResult } from '../contract/objects.ts'
import type { Position } from '../protocol/replies.ts'
import type { TopicStore } from './store.ts'

type Recovery = Pick<SubscribeResult, 'recovered' | 'publications'>

/**
 * Returns what a client has missed: after its position, or else after that of its snapshot.
 * @throws Error if the snapshot is so old that a part is not stored any more: the client subscribes again with a new one
 */
export function missedBy(
  { recover, snapshot }: Pick<SubscribeRequest, 'recover' | 'snapshot'>,
  store: TopicStore,
  position: Position,
): Recovery {
  const recovery: Recovery = recover ? recoveryOf(store, position, recover) : { publications: [] }
  if (!snapshot || recovery.recovered) return recovery
  const { recovered, publications } = recoveryOf(store, position, snapshot)
  if (!recovered) throw new Error('The topic does not have everything after the snapshot.')
  return { ...recovery, publications }
}

/** Returns everything after the position of a client, or nothing if a part of it is not stored any more. */
function recoveryOf(store: TopicStore, position: Position, recover: Position): Recovery {
  const now = Date.now()
  if (!isRecoverable(store.extent(position, now), recover)) return { recovered: false, publications: [] }
  const { offset } = position
  const range = { from: recover.offset + 1, to: offset, limit: offset, reverse: false }
  const publications = store.page(range, now)
  const recovered = publications.length === offset - recover.offset
  return { recovered, publications: recovered ? publications : [] }
}
