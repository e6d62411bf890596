// What the list shows of the monitor of an exam.

import { numberOf, t } from '../text/texts.ts'
import type { ShownSession } from './records.ts'
import { sentAt } from './times.ts'
import { element } from './view.ts'

/** Returns the connection of the learner, the open incidents and whether there is a new message. */
export function livenessOf({ live }: ShownSession): HTMLElement[] {
  if (!live) return []
  const { connection, lastSeenAt, openIncidents, isMissing, hasNewMessage } = live
  const state =
    connection === 'online'
      ? element('span', { class: 'badge good dotted' }, t.live.online)
      : isMissing
        ? element('span', { class: 'badge bad dotted' }, t.live.missing)
        : connection === 'never'
          ? element('span', { class: 'quiet' }, t.live.never)
          : undefined
  const isAway = connection === 'missing' && lastSeenAt !== null
  const seen = isAway ? element('span', { class: 'quiet' }, t.live.lastSeen, sentAt(lastSeenAt)) : undefined
  const incidents =
    openIncidents > 0
      ? element('span', { class: 'badge bad' }, t.live.incidents(numberOf(openIncidents)))
      : undefined
  const message = hasNewMessage ? element('span', { class: 'badge live' }, t.live.newMessage) : undefined
  return [element('span', { class: 'line' }, state, seen, incidents, message)]
}
