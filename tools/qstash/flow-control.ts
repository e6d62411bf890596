import type { FlowLimits } from './message.ts'
import { notFound } from './refusal.ts'
import { type Store, textOf } from './store.ts'

type Flow = {
  key: string
  parallelism?: number | undefined
  rate?: number | undefined
  periodSeconds: number
  /** When the period of the rate began, in ms since the epoch, and the attempts since. */
  periodStart: number
  rateCount: number
  paused: boolean
  pinnedParallelism: boolean
  pinnedRate: boolean
}

/** Whether an attempt may start now; when not for the rate alone, from which time (ms since the epoch) it may. */
export type Verdict = { may: true } | { may: false; from?: number }

export type FlowControl = {
  /** The limits of the newest message hold, unless others are pinned. */
  configure(key: string, limits: FlowLimits): void
  verdict(key: string, now: number): Verdict
  /** Counts an attempt that starts. */
  enter(key: string, now: number): void
  leave(key: string): void
  pause(key: string): void
  resume(key: string): void
  pin(key: string, limits: FlowLimits): void
  unpin(key: string, which: { parallelism: boolean; rate: boolean }): void
  resetRate(key: string, now: number): void
  /** @throws Refusal 404 */
  info(key: string, waiting: number, now: number): ReturnType<typeof infoOf>
  keys(): string[]
}

export function openFlowControl(store: Store): FlowControl {
  const upsert = store.write('INSERT OR REPLACE INTO flow_control (key, value) VALUES (?, ?)')
  const flows = new Map<string, Flow>()
  const active = new Map<string, number>()
  for (const row of store.read('SELECT key, value FROM flow_control').all())
    flows.set(textOf(row, 'key'), JSON.parse(textOf(row, 'value')))

  const flowOf = (key: string): Flow => flows.get(key) ?? { ...unlimited, key }
  function change(key: string, members: Partial<Flow>): void {
    const flow = { ...flowOf(key), ...members }
    flows.set(key, flow)
    upsert(key, JSON.stringify(flow))
  }
  const activeOf = (key: string) => active.get(key) ?? 0

  return {
    configure(key, { parallelism, rate, periodSeconds }) {
      const flow = flowOf(key)
      const wanted = {
        ...(flow.pinnedParallelism ? {} : { parallelism }),
        ...(flow.pinnedRate ? {} : { rate, periodSeconds: periodSeconds ?? 1 }),
      }
      const isSame = Object.entries(wanted).every(([name, value]) => Object(flow)[name] === value)
      if (!(flows.has(key) && isSame)) change(key, wanted)
    },
    verdict(key, now) {
      const flow = flowOf(key)
      if (flow.paused) return { may: false }
      if (flow.parallelism !== undefined && activeOf(key) >= flow.parallelism) return { may: false }
      const end = periodEnd(flow)
      if (flow.rate !== undefined && now < end && flow.rateCount >= flow.rate)
        return { may: false, from: end }
      return { may: true }
    },
    enter(key, now) {
      active.set(key, activeOf(key) + 1)
      const flow = flowOf(key)
      if (flow.rate === undefined) return
      if (now >= periodEnd(flow)) change(key, { periodStart: now, rateCount: 1 })
      else change(key, { rateCount: flow.rateCount + 1 })
    },
    leave(key) {
      const left = activeOf(key) - 1
      if (left > 0) active.set(key, left)
      else active.delete(key)
    },
    pause: key => change(key, { paused: true }),
    resume: key => change(key, { paused: false }),
    pin(key, { parallelism, rate, periodSeconds }) {
      change(key, {
        ...(parallelism !== undefined && { parallelism, pinnedParallelism: true }),
        ...(rate !== undefined && { rate, periodSeconds: periodSeconds ?? 1, pinnedRate: true }),
      })
    },
    unpin: (key, which) =>
      change(key, {
        ...(which.parallelism && { pinnedParallelism: false }),
        ...(which.rate && { pinnedRate: false }),
      }),
    resetRate: (key, now) => change(key, { periodStart: now, rateCount: 0 }),
    info(key, waiting, now) {
      const flow = flows.get(key)
      if (!flow) throw notFound(`flow control key ${key}`)
      return infoOf(flow, activeOf(key), waiting, now)
    },
    keys: () => [...flows.keys()].sort(),
  }
}

const unlimited = {
  ...{ periodSeconds: 1, periodStart: 0, rateCount: 0 },
  ...{ paused: false, pinnedParallelism: false, pinnedRate: false },
}

const periodEnd = ({ periodStart, periodSeconds }: Flow) => periodStart + periodSeconds * 1000

/** A key as the service shows it. 0 is no limit; the start of the period is in seconds. */
const infoOf = (flow: Flow, active: number, waiting: number, now: number) => ({
  flowControlKey: flow.key,
  waitListSize: waiting,
  parallelismMax: flow.parallelism ?? 0,
  parallelismCount: active,
  rateMax: flow.rate ?? 0,
  rateCount: now < periodEnd(flow) ? flow.rateCount : 0,
  ratePeriod: flow.periodSeconds,
  ratePeriodStart: Math.floor(flow.periodStart / 1000),
  isPaused: flow.paused,
  isPinnedParallelism: flow.pinnedParallelism,
  isPinnedRate: flow.pinnedRate,
})
