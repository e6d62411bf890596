// The browser features that the SDK uses. `browser.ts` implements them; tests use a simulation with its own clock.

/** Stops or removes something. Further calls have no effect. */
export type Stop = () => void

export type FrameAttributes = {
  src: string
  title: string
  referrerpolicy: string
  allow: string
  width: string
  frameborder: string
  align: string
}

/** A frame in the page. */
export type MountedFrame<Frame> = {
  readonly element: Frame
  /** Returns whether the source of a message is this frame's window. */
  isSource(source: unknown): boolean
  /** Posts to the frame's window, if it shows a page of the target origin. */
  post(message: object, targetOrigin: string): void
  /** Sets the height of the frame in CSS pixels. A style sheet of the page has precedence. */
  resize(height: number): void
  /** Shows a text in place of the frame, or the frame again. */
  notice(text: string | undefined): void
  /** Loads the frame's page again. */
  reload(): void
  remove(): void
}

export type Message = { data: unknown; origin: string; source: unknown }

/** A broadcast channel to the other tabs of the same origin. */
export type Channel = { post(message: object): void; close(): void }

export type Platform<Container, Frame> = {
  /** Monotonic milliseconds. The clock may stop while the machine sleeps. */
  now(): number
  /** Epoch milliseconds of the system clock, which may be wrong and may be changed. */
  wallNow(): number
  /** Returns a number from 0 inclusive to 1 exclusive. */
  random(): number
  setTimer(run: () => void, milliseconds: number): Stop
  /** Runs the function with an exclusive lock across tabs. Rejects when aborted first. Absent in old browsers. */
  lock?: ((name: string, signal: AbortSignal, run: () => Promise<void>) => Promise<unknown>) | undefined
  /** Absent in old browsers. */
  channel?: ((name: string, receive: (message: unknown) => void) => Channel) | undefined
  /** Returns the page's language, and the CSS variables of the container. @throws TypeError when it does not exist */
  look(container: Container): { language: string; variable(name: string): string }
  /** Adds the frame. @throws TypeError when the container does not exist */
  mount(container: Container, attributes: FrameAttributes): MountedFrame<Frame>
  onMessage(receive: (message: Message) => void): Stop
  /** Called when the page becomes visible or the network returns, because timers may have been suspended. */
  onWake(wake: () => void): Stop
  /** Logs a warning for the developer of the host page. */
  warn(message: string): void
  /** Reports an error that a listener of the host page threw. */
  report(error: unknown): void
}

export type AnyPlatform = Platform<never, unknown>

/** Starts a timer. `over` resolves when it elapses or when `end` is called. */
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
