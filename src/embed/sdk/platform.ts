// What the SDK needs of a browser. `browser.ts` is the real one; tests have a world of their own, with its own time.

/** Stops what was started. May be called again, then without effect. */
export type Stop = () => void

export type FrameAttributes = {
  src: string
  title: string
  referrerpolicy: string
  allow: string
}

/** A frame in the page. */
export type MountedFrame<Frame> = {
  readonly element: Frame
  /** Whether a message came from this frame's window. */
  isSource(source: unknown): boolean
  /** Delivers to the frame's window only, and only while it shows a page of this origin. */
  post(message: object, targetOrigin: string): void
  remove(): void
}

export type Message = { data: unknown; origin: string; source: unknown }

/** A channel to the other tabs of the page's origin. */
export type Channel = { post(message: object): void; close(): void }

export type Platform<Container, Frame> = {
  /** Milliseconds on a clock that nobody sets. It may stand still while the machine sleeps. */
  now(): number
  /** Milliseconds on the clock on the wall. It may be wrong and may be set at any time. */
  wallNow(): number
  /** At least 0, less than 1. */
  random(): number
  setTimer(run: () => void, milliseconds: number): Stop
  /** Runs it while no other tab runs under this name. Rejects when aborted before its turn. Absent in old browsers. */
  lock?: ((name: string, signal: AbortSignal, run: () => Promise<void>) => Promise<unknown>) | undefined
  /** Absent in old browsers. */
  channel?: ((name: string, receive: (message: unknown) => void) => Channel) | undefined
  /** @throws TypeError when there is no such container */
  mount(container: Container, attributes: FrameAttributes): MountedFrame<Frame>
  onMessage(receive: (message: Message) => void): Stop
  /** When the page is shown again or the network is back: timers may have slept. */
  onWake(wake: () => void): Stop
  /** Tells the host's developer of a mistake. */
  warn(message: string): void
  /** Hands on what a listener of the host has thrown. */
  report(error: unknown): void
}

export type AnyPlatform = Platform<never, unknown>

/** A wait that `end` cuts short; `over` resolves either way. */
export function wait(platform: AnyPlatform, milliseconds: number): { over: Promise<void>; end: Stop } {
  let end: Stop = () => {}
  const over = new Promise<void>(resolve => {
    const stop = platform.setTimer(resolve, milliseconds)
    end = () => {
      stop()
      resolve()
    }
  })
  return { over, end }
}
