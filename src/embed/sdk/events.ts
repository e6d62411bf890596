import type { AnyPlatform, Stop } from './platform.ts'

/** Why the frame refused the tokens, or could not have them verified. */
export type EmbedError = { code: string; message: string }

type Details = {
  /** The frame has verified the tokens. */
  ready: undefined
  /** A new token set has been applied. */
  tokenRefreshed: undefined
  /** The session of the embed has ended. Once at most. */
  tokenExpired: undefined
  error: EmbedError
}

export type EmbedEvent = keyof Details
export type Listener<Event extends EmbedEvent> = (detail: Details[Event]) => void

/** Calls the listener at each event until the returned function is called. @throws TypeError when there is no such event */
export type On = <Event extends EmbedEvent>(event: Event, listener: Listener<Event>) => Stop

type Emit = <Event extends EmbedEvent>(event: Event, detail: Details[Event]) => void

/** Listeners, how to call them, and how to forget them. One that throws harms neither the others nor the embed. */
export function emitter(platform: AnyPlatform): { on: On; emit: Emit; silence: Stop } {
  const listeners: { [Event in EmbedEvent]: Set<Listener<Event>> } = {
    ready: new Set(),
    tokenRefreshed: new Set(),
    tokenExpired: new Set(),
    error: new Set(),
  }
  return {
    on(event, listener) {
      if (!Object.hasOwn(listeners, event)) throw new TypeError('There is no such event')
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
