// A simulated browser: tabs, clocks, timers, locks and channels. Time passes only in `pass` and `sleep`.

import type { FrameAttributes, Message, Platform } from '../../src/embed/sdk/platform.ts'

type Timer = { at: number; order: number; run: () => void }
type Posted = { message: Record<string, unknown>; targetOrigin: string; at: number }

/** The options of a tab's frame, and its state. */
export type FakeFrame = {
  attributes: FrameAttributes
  posted: Posted[]
  removed: boolean
  height: number
  /** The content that replaces the frame. */
  notice: string | undefined
  reloads: number
}

export type Tab = {
  platform: Platform<string, FakeFrame>
  /** Delivers a message to the page, by default from the window of the tab's frame. */
  receive(data: unknown, from?: Partial<Message>): void
  /** Makes the page visible, or the network available, again. */
  wake(): void
  warnings: string[]
  reported: unknown[]
  /** Listeners, timers and channels that are still open. */
  open(): { listeners: number; timers: number; channels: number }
}

export type World = {
  /** Milliseconds since the start, on the monotonic clock. */
  now(): number
  /** Lets this much time pass, and runs everything that becomes due. */
  pass(milliseconds: number): Promise<void>
  /** The machine sleeps: nothing runs, and the monotonic clock can stand still. */
  sleep(milliseconds: number, monotonic: 'runs' | 'stands'): Promise<void>
  /** Sets the system clock. */
  setWall(byMilliseconds: number): void
  /** `language` and `variables` of the page and of its container. */
  tab(options?: {
    locks?: boolean
    channels?: boolean
    random?: () => number
    language?: string
    variables?: Record<string, string>
  }): Tab
  /** Calls back after this much time. */
  after(milliseconds: number, run: () => void): () => void
}

export const origin = 'https://invigil.example'

/** The latency of a channel message: longer than that of a lock, which is granted at once. */
const channelLatency = 15

/** Lets promises settle; the real timers are independent of this world. */
const settle = () => new Promise<void>(resolve => setImmediate(resolve))

export function embedWorld(): World {
  let now = 0
  let wall = Date.UTC(2031, 0, 1)
  let order = 0
  const timers = new Set<Timer>()
  const queues = new Map<string, Promise<unknown>>()
  const channels = new Map<string, Set<(message: unknown) => void>>()

  function after(milliseconds: number, run: () => void): () => void {
    order += 1
    const timer = { at: now + Math.max(0, milliseconds), order, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }

  const due = (until: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]

  async function pass(milliseconds: number): Promise<void> {
    const until = now + milliseconds
    await settle()
    for (let timer = due(until); timer; timer = due(until)) {
      // A timer that becomes due in a sleep runs late.
      const at = Math.max(now, timer.at)
      wall += at - now
      now = at
      timers.delete(timer)
      timer.run()
      await settle()
    }
    wall += until - now
    now = until
  }

  async function sleep(milliseconds: number, monotonic: 'runs' | 'stands'): Promise<void> {
    await settle()
    wall += milliseconds
    if (monotonic === 'runs') now += milliseconds
  }

  /** The lock of a name, as in the Web Locks API: in the order of the requests, and removed on abort. */
  function lock(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
    const before = queues.get(name) ?? Promise.resolve()
    const turn = new Promise<void>((resolve, reject) => {
      const aborted = () => reject(new DOMException('aborted', 'AbortError'))
      signal.addEventListener('abort', aborted)
      void before.then(() => {
        signal.removeEventListener('abort', aborted)
        if (signal.aborted) aborted()
        else run().then(resolve, reject)
      })
    })
    // A request that is aborted keeps the order of those behind it.
    queues.set(
      name,
      Promise.allSettled([before, turn]).then(() => {}),
    )
    return turn
  }

  function tab({
    locks = true,
    channels: hasChannels = true,
    random = () => 0,
    language = '',
    variables = {},
  }: Parameters<World['tab']>[0] = {}): Tab {
    const own = { timers: new Set<() => void>(), channels: new Set<object>(), wakes: new Set<() => void>() }
    const receivers = new Set<(message: Message) => void>()
    const frameWindow = {}
    const warnings: string[] = []
    const reported: unknown[] = []

    function channel(name: string, receive: (message: unknown) => void) {
      const members = channels.get(name) ?? new Set()
      channels.set(name, members.add(receive))
      const handle = {
        post(message: object): void {
          if (!own.channels.has(handle)) throw new DOMException('closed', 'InvalidStateError')
          const copy = structuredClone(message)
          for (const member of members) {
            if (member !== receive) after(channelLatency, () => members.has(member) && member(copy))
          }
        },
        close(): void {
          own.channels.delete(handle)
          members.delete(receive)
        },
      }
      own.channels.add(handle)
      return handle
    }

    const platform: Platform<string, FakeFrame> = {
      now: () => now,
      wallNow: () => wall,
      random,
      setTimer(run, milliseconds) {
        const stop = after(milliseconds, () => {
          own.timers.delete(stop)
          run()
        })
        own.timers.add(stop)
        return () => {
          own.timers.delete(stop)
          stop()
        }
      },
      lock: locks ? lock : undefined,
      channel: hasChannels ? channel : undefined,
      look(container) {
        if (container !== '#exam') throw new TypeError('container')
        return { language, variable: name => variables[name] ?? '' }
      },
      mount(_, attributes) {
        const element: FakeFrame = {
          ...{ attributes, posted: [], removed: false },
          ...{ height: 0, notice: undefined, reloads: 0 },
        }
        return {
          element,
          isSource: source => source === frameWindow,
          post: (message, targetOrigin) =>
            void element.posted.push({ message: structuredClone({ ...message }), targetOrigin, at: now }),
          resize: height => {
            element.height = height
          },
          notice: text => {
            element.notice = text
          },
          reload: () => {
            element.reloads += 1
          },
          remove: () => {
            element.removed = true
          },
        }
      },
      onMessage(receive) {
        receivers.add(receive)
        return () => receivers.delete(receive)
      },
      onWake(wake) {
        own.wakes.add(wake)
        return () => own.wakes.delete(wake)
      },
      warn: message => warnings.push(message),
      report: error => reported.push(error),
    }

    return {
      platform,
      receive(data, from = {}) {
        for (const receive of receivers) receive({ data, origin, source: frameWindow, ...from })
      },
      wake() {
        for (const wake of [...own.wakes]) wake()
      },
      warnings,
      reported,
      open: () => ({
        listeners: receivers.size + own.wakes.size,
        timers: own.timers.size,
        channels: own.channels.size,
      }),
    }
  }

  return {
    now: () => now,
    pass,
    sleep,
    setWall: milliseconds => {
      wall += milliseconds
    },
    tab,
    after,
  }
}
