import { isRecoverable } from '../contract/history.ts'
import type { SubscribeResult } from '../contract/objects.ts'
import type { Position } from '../protocol/replies.ts'
import { maxCharacters } from './bounds.ts'
import type { TopicStore } from './store.ts'

/** Returns everything after the position of a client, or nothing if a part of it is not stored any more. */
export function recoveryOf(
  store: TopicStore,
  position: Position,
  recover: Position,
): Pick<SubscribeResult, 'recovered' | 'publications'> {
  const now = Date.now()
  if (!isRecoverable(store.extent(position, now), recover)) return { recovered: false, publications: [] }
  const { offset } = position
  const range = { from: recover.offset + 1, to: offset, limit: offset, reverse: false }
  const publications = store.page(range, now)
  const recovered = publications.reduce((sum, { json }) => sum + json.length, 0) <= maxCharacters
  return { recovered, publications: recovered ? publications : [] }
}
