// The part of a browser's page that the built SDK uses, for a bundle in its own context.

type Listener = (event: unknown) => void
type Frame = {
  attributes: Record<string, string>
  posted: { message: unknown; targetOrigin: string }[]
  removed: boolean
  contentWindow: { postMessage(message: unknown, targetOrigin: string): void }
}

/** A page that runs the script of this address, with one element, `#exam`. It has neither locks nor channels. */
export function page(scriptUrl: string) {
  const frames: Frame[] = []
  const said: string[] = []
  const onWindow = target()
  const onDocument = target()
  const { clock, timers, setTimeout, clearTimeout } = time()

  class Element {
    append(): void {}
  }
  class HTMLScriptElement extends Element {
    src = scriptUrl
  }
  const container = new Element()

  function createElement(): object {
    const posted: Frame['posted'] = []
    const contentWindow = {
      postMessage: (message: unknown, targetOrigin: string) => void posted.push({ message, targetOrigin }),
    }
    const frame: Frame = { attributes: {}, posted, removed: false, contentWindow }
    frames.push(frame)
    return {
      contentWindow,
      hidden: false,
      setAttribute: (name: string, value: string) => {
        frame.attributes[name] = value
      },
      remove: () => {
        frame.removed = true
      },
    }
  }

  const say = (...words: unknown[]) => void said.push(words.map(String).join(' '))
  const globals = {
    Element,
    HTMLScriptElement,
    TypeError,
    URL,
    TextDecoder,
    AbortController,
    atob,
    setTimeout,
    clearTimeout,
    performance: { now: clock.now },
    navigator: {},
    console: { log: say, info: say, warn: say, error: say, debug: say },
    reportError: say,
    URLSearchParams,
    getComputedStyle: () => ({ getPropertyValue: () => '' }),
    addEventListener: onWindow.add,
    removeEventListener: onWindow.remove,
    document: {
      currentScript: new HTMLScriptElement(),
      documentElement: { lang: '' },
      visibilityState: 'visible',
      querySelector: (selector: string) => (selector === '#exam' ? container : null),
      createElement,
      addEventListener: onDocument.add,
      removeEventListener: onDocument.remove,
    },
  }
  return {
    globals,
    frames,
    said,
    clock,
    timers,
    /** Delivers a message from the first frame's window. */
    deliver: (data: unknown, origin: string) =>
      onWindow.dispatch('message', { data, origin, source: frames[0]?.contentWindow }),
    dispatch(event: string): void {
      onWindow.dispatch(event, {})
      onDocument.dispatch(event, {})
    },
    listeners: () => onWindow.count() + onDocument.count(),
  }
}

function target() {
  const listeners: { event: string; listener: Listener }[] = []
  return {
    add: (event: string, listener: Listener) => void listeners.push({ event, listener }),
    remove: (event: string, listener: Listener) => {
      const index = listeners.findIndex(one => one.event === event && one.listener === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
    dispatch(event: string, detail: unknown): void {
      for (const one of listeners.filter(({ event: name }) => name === event)) one.listener(detail)
    },
    count: () => listeners.length,
  }
}

function time() {
  let now = 0
  let last = 0
  const pending = new Map<number, { at: number; run: () => void }>()
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  const next = (until: number) =>
    [...pending].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0]
  return {
    clock: {
      now: () => now,
      skip: (milliseconds: number) => {
        now += milliseconds
      },
    },
    timers: {
      settle,
      async pass(milliseconds: number): Promise<void> {
        const until = now + milliseconds
        for (let timer = next(until); timer; timer = next(until)) {
          now = Math.max(now, timer[1].at)
          pending.delete(timer[0])
          timer[1].run()
          await settle()
        }
        now = until
      },
    },
    setTimeout: (run: () => void, milliseconds: number) => {
      last += 1
      pending.set(last, { at: now + milliseconds, run })
      return last
    },
    clearTimeout: (timer: number) => void pending.delete(timer),
  }
}
