// Flow control keys: how many attempts of a key may be in flight at once, and whether the key is paused.

import { type Store, textOf } from './store.ts'

type Flow = { parallelism?: number; isPaused: boolean; isPinned: boolean }

export type FlowControl = {
  /** Sets the limit of the newest message, unless another limit is pinned. */
  configure(key: string, parallelism: number): void
  /** Whether an attempt may start now. */
  mayStart(key: string): boolean
  /** Counts an attempt that starts. */
  enter(key: string): void
  /** Counts an attempt that has ended. */
  leave(key: string): void
  pause(key: string): void
  resume(key: string): void
  /** Sets a limit that messages do not change. */
  pin(key: string, parallelism: number): void
  /** Keeps the limit until the next message sets another one. */
  unpin(key: string): void
  /** The key as the service shows it; undefined if it was never used. A limit of 0 means no limit. */
  view(key: string, waiting: number): FlowView | undefined
}

type FlowView = {
  flowControlKey: string
  waitListSize: number
  parallelismMax: number
  parallelismCount: number
  isPaused: boolean
  isPinnedParallelism: boolean
}

export function openFlowControl(store: Store): FlowControl {
  const upsert = store.write('INSERT OR REPLACE INTO flow_control (key, value) VALUES (?, ?)')
  const flows = new Map<string, Flow>()
  const active = new Map<string, number>()
  for (const row of store.read('SELECT key, value FROM flow_control').all())
    flows.set(textOf(row, 'key'), JSON.parse(textOf(row, 'value')))

  function change(key: string, members: Partial<Flow>): void {
    const flow = { isPaused: false, isPinned: false, ...flows.get(key), ...members }
    flows.set(key, flow)
    upsert(key, JSON.stringify(flow))
  }
  const activeOf = (key: string) => active.get(key) ?? 0

  return {
    configure(key, parallelism) {
      const flow = flows.get(key)
      if (!flow?.isPinned && flow?.parallelism !== parallelism) change(key, { parallelism })
    },
    mayStart(key) {
      const { parallelism = Number.POSITIVE_INFINITY, isPaused = false } = flows.get(key) ?? {}
      return !isPaused && activeOf(key) < parallelism
    },
    enter: key => void active.set(key, activeOf(key) + 1),
    leave(key) {
      const left = activeOf(key) - 1
      if (left > 0) active.set(key, left)
      else active.delete(key)
    },
    pause: key => change(key, { isPaused: true }),
    resume: key => change(key, { isPaused: false }),
    pin: (key, parallelism) => change(key, { parallelism, isPinned: true }),
    unpin: key => change(key, { isPinned: false }),
    view(key, waiting) {
      const flow = flows.get(key)
      return (
        flow && {
          flowControlKey: key,
          ...{
            waitListSize: waiting,
            parallelismMax: flow.parallelism ?? 0,
            parallelismCount: activeOf(key),
          },
          ...{ isPaused: flow.isPaused, isPinnedParallelism: flow.isPinned },
        }
      )
    },
  }
}
