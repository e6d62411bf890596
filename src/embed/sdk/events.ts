import type { AnyPlatform, Stop } from './platform.ts'
import type { EmbedEvents, EmbedOf } from './types.ts'

type Name = keyof EmbedEvents
type Listener<Event extends Name> = (detail: EmbedEvents[Event]) => void

export type Emit = <Event extends Name>(event: Event, detail: EmbedEvents[Event]) => void

/** Creates the listeners of an embed. An error of a listener is reported and does not affect the others. */
export function emitter(platform: AnyPlatform): { on: EmbedOf<never>['on']; emit: Emit; silence: Stop } {
  const listeners: { [Event in Name]: Set<Listener<Event>> } = {
    ready: new Set(),
    resize: new Set(),
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
