import type { Platform } from './platform.ts'

function parentOf(container: unknown): Element {
  const parent = typeof container === 'string' ? document.querySelector(container) : container
  if (!(parent instanceof Element))
    throw new TypeError('container must be an element or a selector that matches one')
  return parent
}

/** The Platform of a real browser. */
export const browser: Platform<HTMLElement | string, HTMLIFrameElement> = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  random: () => Math.random(),
  setTimer(run, milliseconds) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  // Web Locks need a secure context. Server-side rendering has no navigator.
  lock:
    globalThis.navigator?.locks && ((name, signal, run) => navigator.locks.request(name, { signal }, run)),
  channel:
    typeof BroadcastChannel === 'undefined'
      ? undefined
      : (name, receive) => {
          const channel = new BroadcastChannel(name)
          channel.onmessage = ({ data }) => receive(data)
          return {
            post: message => channel.postMessage(message),
            close: () => channel.close(),
          }
        },
  look(container) {
    const style = getComputedStyle(parentOf(container))
    return {
      language: document.documentElement.lang,
      variable: name => style.getPropertyValue(name).trim(),
    }
  },
  mount(container, attributes) {
    const parent = parentOf(container)
    const element = document.createElement('iframe')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    parent.append(element)
    const notice = document.createElement('p')
    notice.setAttribute('role', 'alert')
    return {
      element,
      isSource: source => source !== null && source === element.contentWindow,
      post: (message, targetOrigin) => element.contentWindow?.postMessage(message, targetOrigin),
      // Attributes, because a page may forbid inline styles, and its own style sheets have precedence over them.
      resize: height => element.setAttribute('height', String(height)),
      notice(text) {
        notice.textContent = text ?? ''
        element.hidden = text !== undefined
        if (text === undefined) notice.remove()
        else parent.append(notice)
      },
      reload: () => element.setAttribute('src', attributes.src),
      remove() {
        element.remove()
        notice.remove()
      },
    }
  },
  onMessage(receive) {
    const listener = ({ data, origin, source }: MessageEvent) => receive({ data, origin, source })
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  },
  onWake(wake) {
    const listener = () => {
      if (document.visibilityState === 'visible') wake()
    }
    document.addEventListener('visibilitychange', listener)
    addEventListener('pageshow', wake)
    addEventListener('online', wake)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      removeEventListener('pageshow', wake)
      removeEventListener('online', wake)
    }
  },
  warn: message => console.warn(message),
  report: error => reportError(error),
}
