import type { AnyPlatform, Stop } from './platform.ts'

/** The frame refused the tokens, or their verification failed. */
export type EmbedError = { code: string; message: string }

type Details = {
  /** The frame has verified the tokens. */
  ready: undefined
  /** A new token set has been applied. */
  tokenRefreshed: undefined
  /** The embed has ended. Emitted at most once. */
  tokenExpired: undefined
  error: EmbedError
}

export type EmbedEvent = keyof Details
export type Listener<Event extends EmbedEvent> = (detail: Details[Event]) => void

/** Adds a listener and returns a function that removes it. @throws TypeError for an unknown event */
export type On = <Event extends EmbedEvent>(event: Event, listener: Listener<Event>) => Stop

type Emit = <Event extends EmbedEvent>(event: Event, detail: Details[Event]) => void

/** Creates the listeners of an embed. An error of a listener is reported and does not affect the others. */
export function emitter(platform: AnyPlatform): { on: On; emit: Emit; silence: Stop } {
  const listeners: { [Event in EmbedEvent]: Set<Listener<Event>> } = {
    ready: new Set(),
    tokenRefreshed: new Set(),
    tokenExpired: new Set(),
    error: new Set(),
  }
  return {
    on(event, listener) {
      if (!Object.hasOwn(listeners, event)) throw new TypeError('Unknown event')
      if (typeof listener !== 'function') throw new TypeError('The listener must be a function')
      listeners[event].add(listener)
      return () => {
        listeners[event].delete(listener)
      }
    },
    emit(event, detail) {
      for (const listener of [...listeners[event]]) {
        try {
          if (listeners[event].has(listener)) listener(detail)
        } catch (error) {
          platform.report(error)
        }
      }
    },
    silence() {
      for (const set of Object.values(listeners)) set.clear()
    },
  }
}
