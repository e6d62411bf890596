// Selects the message that is sent next. Due messages wait in lanes, one for each flow control key. The lanes are served
// round robin, so that a backlog in one does not block another.

import type { Clock } from './clock.ts'
import type { FlowControl } from './flow-control.ts'
import { type Fifo, makeDelayQueue, makeFifo, type Waiting } from './waiting.ts'

type Dispatcher = {
  add(item: Waiting): void
  /** Removes a waiting message. False when the message does not wait, for example because it is in flight. */
  drop(id: string): boolean
  /** How many due messages wait for a flow control key. */
  waitingFor(flowKey: string): number
  /** Checks a lane again after its flow control has changed. */
  wake(flowKey: string): void
  /** Starts no further attempt, and resolves when none is in flight. */
  pause(): Promise<void>
  resume(): void
  /** Resolves when nothing is in flight and nothing can start at this time. */
  idle(): Promise<void>
}

/** The lane of messages without a flow control key has no key. `isReady`: the lane is in the queue of lanes. */
type Lane = { key: string | undefined; queue: Fifo<Waiting>; waiting: number; isReady: boolean }

type Options = {
  clock: Clock
  flow: FlowControl
  /** How many attempts may be in flight at once. */
  maxInFlight: number
  isPaused: boolean
  /** Makes one attempt and returns the messages that wait because of it, for example a retry. */
  send(id: string): Promise<Waiting[]>
}

export function makeDispatcher({ clock, flow, maxInFlight, isPaused, send }: Options): Dispatcher {
  const delayed = makeDelayQueue()
  const waiting = new Map<string, Waiting>()
  const lanes = new Map<string | undefined, Lane>()
  const readyLanes = makeFifo<Lane>()
  let inFlight = 0
  let idling: PromiseWithResolvers<void> | undefined
  let alarm: { at: number; cancel: () => void } | undefined

  function enqueueLane(lane: Lane | undefined): void {
    if (!lane || lane.isReady) return
    lane.isReady = true
    readyLanes.add(lane)
  }
  function enqueue(item: Waiting): void {
    const key = item.flowKey
    const lane = lanes.get(key) ?? { key, queue: makeFifo(), waiting: 0, isReady: false }
    lanes.set(key, lane)
    lane.queue.add(item)
    lane.waiting += 1
    item.isDue = true
    enqueueLane(lane)
  }

  /** The first message of a lane that is not cancelled. */
  function firstOf({ queue }: Lane): Waiting | undefined {
    while (queue.first()?.isDropped) queue.removeFirst()
    return queue.first()
  }

  function startAttempts(): void {
    while (!isPaused && inFlight < maxInFlight) {
      const lane = readyLanes.first()
      if (!lane) break
      readyLanes.removeFirst()
      lane.isReady = false
      const item = firstOf(lane)
      if (!item) lanes.delete(lane.key)
      // A lane that may not start is queued again when its flow control changes or one of its attempts ends.
      else if (lane.key === undefined || flow.mayStart(lane.key)) {
        lane.queue.removeFirst()
        lane.waiting -= 1
        enqueueLane(lane)
        void start(item)
      }
    }
    if (inFlight > 0) return
    idling?.resolve()
    idling = undefined
  }

  async function start({ id, flowKey }: Waiting): Promise<void> {
    waiting.delete(id)
    inFlight += 1
    if (flowKey !== undefined) flow.enter(flowKey)
    const next = await attempt(id)
    inFlight -= 1
    if (flowKey !== undefined) {
      flow.leave(flowKey)
      enqueueLane(lanes.get(flowKey))
    }
    for (const item of next) add(item)
    startAttempts()
  }
  /** An internal error does not stop other messages. The message of this attempt is sent again after a restart. */
  async function attempt(id: string): Promise<Waiting[]> {
    try {
      return await send(id)
    } catch (error) {
      console.error('The local QStash could not send', id, error)
      return []
    }
  }

  /** Moves due messages into their lanes, and sets the alarm for the next one. */
  function enqueueDue(): void {
    alarm?.cancel()
    alarm = undefined
    const now = clock.now()
    let item = delayed.earliest()
    for (; item && (item.isDropped || item.dueAt <= now); item = delayed.earliest()) {
      delayed.removeEarliest()
      if (!item.isDropped) enqueue(item)
    }
    if (item) alarm = { at: item.dueAt, cancel: clock.after(item.dueAt - now, onAlarm) }
    startAttempts()
  }
  function onAlarm(): Promise<void> {
    enqueueDue()
    return idle()
  }
  async function idle(): Promise<void> {
    if (inFlight === 0) return
    idling ??= Promise.withResolvers()
    await idling.promise
  }

  function add(item: Waiting): void {
    waiting.set(item.id, item)
    delayed.add(item)
    if (item.dueAt <= clock.now() || !alarm || item.dueAt < alarm.at) enqueueDue()
  }

  return {
    add,
    drop(id) {
      const item = waiting.get(id)
      if (!item) return false
      item.isDropped = true
      waiting.delete(id)
      const lane = item.isDue ? lanes.get(item.flowKey) : undefined
      if (lane) lane.waiting -= 1
      return true
    },
    waitingFor: flowKey => lanes.get(flowKey)?.waiting ?? 0,
    wake(flowKey) {
      enqueueLane(lanes.get(flowKey))
      startAttempts()
    },
    pause() {
      isPaused = true
      return idle()
    },
    resume() {
      isPaused = false
      startAttempts()
    },
    idle,
  }
}
