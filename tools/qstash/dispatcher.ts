// Which message is sent next: those that are due wait in lanes, and the lanes take turns, so that none blocks another.

import type { Clock } from './clock.ts'
import type { FlowControl } from './flow-control.ts'
import { type Line, makeLine, makeTimetable, type Waiting } from './waiting.ts'

type Dispatcher = {
  add(item: Waiting): void
  /** Takes a waiting message out; false when none waits, as when it is in flight. */
  drop(id: string): boolean
  isInFlight(id: string): boolean
  inFlight(): number
  /** How many that are due wait for a flow control key. */
  waitingFor(flowKey: string): number
  /** Looks at a lane again when its flow control has changed. */
  wake(flowKey: string): void
  /** Starts nothing more, and resolves when nothing is in flight. */
  hold(): Promise<void>
  release(): void
  /** Resolves when nothing is in flight and nothing can start at this time. */
  idle(): Promise<void>
}

type Lane = { key: string; line: Line<Waiting>; waiting: number; listed: boolean }

type Options = {
  clock: Clock
  flow: FlowControl
  /** Attempts that are under way at most: of all destinations, and of each of them. */
  limit: number
  held: boolean
  /** Makes one attempt and answers what is to be sent because of it, a retry for one. */
  send(id: string): Promise<Waiting[]>
}

/**
 * After so many ms an attempt gives its place back and counts only against its destination: a destination that hangs
 * delays the others by this at most.
 */
const slowAfterMs = 1000

export function makeDispatcher({ clock, flow, limit, held, send }: Options): Dispatcher {
  const timetable = makeTimetable()
  const waiting = new Map<string, Waiting>()
  const lanes = new Map<string, Lane>()
  const turns = makeLine<Lane>()
  const full = new Map<string, Set<Lane>>()
  const perOrigin = new Map<string, number>()
  const running = new Set<string>()
  const windows = new Set<string>()
  let idling: PromiseWithResolvers<void> | undefined
  let holding = held
  let quick = 0
  let alarm: { at: number; cancel: () => void } | undefined

  function list(lane: Lane | undefined): void {
    if (!lane || lane.listed) return
    lane.listed = true
    turns.add(lane)
  }
  function enqueue(item: Waiting): void {
    const key = laneOf(item)
    const lane = lanes.get(key) ?? { key, line: makeLine(), waiting: 0, listed: false }
    lanes.set(key, lane)
    lane.line.add(item)
    lane.waiting += 1
    item.isDue = true
    list(lane)
  }

  /** The first of a lane that is still wanted. */
  function firstOf(lane: Lane): Waiting | undefined {
    for (let item = lane.line.first(); item; item = lane.line.first()) {
      if (!item.dropped) return item
      lane.line.removeFirst()
    }
    return undefined
  }

  /** Lets an empty lane go, unless another has come in its place since it was full. */
  function forget(lane: Lane): void {
    if (lanes.get(lane.key) === lane) lanes.delete(lane.key)
  }

  /** Whether the message may start; if not, sees to it that its lane is listed again when that changes. */
  function mayStart(item: Waiting, lane: Lane): boolean {
    if ((perOrigin.get(item.origin) ?? 0) >= limit) {
      full.set(item.origin, (full.get(item.origin) ?? new Set()).add(lane))
      return false
    }
    if (item.flowKey === undefined) return true
    const verdict = flow.verdict(item.flowKey, clock.now())
    if (!verdict.may && verdict.from !== undefined) wakeAt(item.flowKey, verdict.from)
    return verdict.may
  }
  function wakeAt(flowKey: string, time: number): void {
    if (windows.has(flowKey)) return
    windows.add(flowKey)
    clock.after(time - clock.now(), () => {
      windows.delete(flowKey)
      wake(flowKey)
      return idle()
    })
  }

  function pump(): void {
    while (!holding && quick < limit) {
      const lane = turns.first()
      if (!lane) break
      turns.removeFirst()
      lane.listed = false
      const item = firstOf(lane)
      if (!item) forget(lane)
      else if (mayStart(item, lane)) {
        lane.line.removeFirst()
        lane.waiting -= 1
        list(lane)
        start(item)
      }
    }
    if (running.size > 0) return
    idling?.resolve()
    idling = undefined
  }

  function start(item: Waiting): void {
    const { id, origin, flowKey } = item
    let isQuick = true
    waiting.delete(id)
    running.add(id)
    quick += 1
    perOrigin.set(origin, (perOrigin.get(origin) ?? 0) + 1)
    if (flowKey !== undefined) flow.enter(flowKey, clock.now())
    const giveBack = () => {
      if (isQuick) quick -= 1
      isQuick = false
    }
    const slow = setTimeout(() => {
      giveBack()
      pump()
    }, slowAfterMs)
    void attempt(id).then(next => {
      clearTimeout(slow)
      giveBack()
      running.delete(id)
      leave(origin)
      if (flowKey !== undefined) {
        flow.leave(flowKey)
        list(lanes.get(flowLane(flowKey)))
      }
      for (const item of next) add(item)
      pump()
    })
  }
  /** A failure of our own ends no other message: this one is sent again after a restart. */
  async function attempt(id: string): Promise<Waiting[]> {
    try {
      return await send(id)
    } catch (error) {
      console.error('The local QStash could not send', id, error)
      return []
    }
  }
  function leave(origin: string): void {
    const left = (perOrigin.get(origin) ?? 0) - 1
    if (left > 0) perOrigin.set(origin, left)
    else perOrigin.delete(origin)
    for (const lane of full.get(origin) ?? []) list(lane)
    full.delete(origin)
  }

  /** Puts what has become due into the lanes, and sets the alarm for what comes next. */
  function tick(): void {
    alarm?.cancel()
    alarm = undefined
    const now = clock.now()
    let item = timetable.earliest()
    for (; item && (item.dropped || item.dueAt <= now); item = timetable.earliest()) {
      timetable.removeEarliest()
      if (!item.dropped) enqueue(item)
    }
    if (item) alarm = { at: item.dueAt, cancel: clock.after(item.dueAt - now, ring) }
    pump()
  }
  function ring(): Promise<void> {
    tick()
    return idle()
  }
  async function idle(): Promise<void> {
    if (running.size === 0) return
    idling ??= Promise.withResolvers()
    await idling.promise
  }
  function wake(flowKey: string): void {
    list(lanes.get(flowLane(flowKey)))
    pump()
  }

  function add(item: Waiting): void {
    waiting.set(item.id, item)
    timetable.add(item)
    if (item.dueAt <= clock.now() || !alarm || item.dueAt < alarm.at) tick()
  }

  return {
    add,
    drop(id) {
      const item = waiting.get(id)
      if (!item) return false
      item.dropped = true
      waiting.delete(id)
      const lane = item.isDue ? lanes.get(laneOf(item)) : undefined
      if (lane) lane.waiting -= 1
      return true
    },
    isInFlight: id => running.has(id),
    inFlight: () => running.size,
    waitingFor: flowKey => lanes.get(flowLane(flowKey))?.waiting ?? 0,
    wake,
    hold() {
      holding = true
      return idle()
    },
    release() {
      holding = false
      pump()
    },
    idle,
  }
}

const laneOf = ({ flowKey, origin }: Waiting) =>
  flowKey === undefined ? `origin ${origin}` : flowLane(flowKey)

const flowLane = (flowKey: string) => `flow ${flowKey}`
