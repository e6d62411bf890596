// What the page shows and reports about its connection.

import { t } from '../text/texts.ts'
import { part } from './view.ts'

export type Connection = {
  /** A text above the content, as long as it holds. */
  set(state: State, holds: boolean): void
  /** The service did not respond. */
  lost(): void
  /** The service responded. */
  reached(): void
}

type State = 'offline' | 'waiting' | 'slow' | 'interrupted'

const order: readonly State[] = ['offline', 'waiting', 'slow', 'interrupted']
const texts: Record<State, string> = {
  offline: t.frame.offline,
  waiting: t.frame.reconnecting,
  slow: t.frame.slow,
  interrupted: t.live.interrupted,
}

/** The states that the embedding page learns. In the others, the page continues to work. */
const reported: readonly State[] = ['offline', 'slow']

/** @param failed called once when the connection is lost or slow, and again after it was back */
export function watchConnection(signal: AbortSignal, failed: (text: string) => void): Connection {
  const states = new Set<State>()
  let isReported = false

  function report(text: string): void {
    if (isReported) return
    isReported = true
    failed(text)
  }

  function set(state: State, holds: boolean): void {
    if (holds) states.add(state)
    else states.delete(state)
    const first = order.find(one => states.has(one))
    const text = first ? texts[first] : ''
    const shown = part('connection')
    if (!signal.aborted && shown.textContent !== text) shown.textContent = text
    if (holds && reported.includes(state)) report(texts[state])
  }

  addEventListener('offline', () => set('offline', true), { signal })
  addEventListener('online', () => set('offline', false), { signal })
  return {
    set,
    lost: () => report(t.failures['unreachable'] ?? ''),
    reached: () => {
      isReported = false
    },
  }
}
