// Messages to the embedding page.

/** The codes of the SDK's event `error` that a frame can cause. */
export type HostError = 'origin_not_allowed' | 'token_refused' | 'network' | 'service_failed'

type HostMessage =
  | { type: 'hello' | 'ready' | 'refused' }
  | { type: 'resize'; height: number }
  | { type: 'error'; code: HostError; message: string }

/**
 * Posts a message, which never contains a secret.
 * @param origin of the embedding page. An unknown and an opaque origin cannot be addressed.
 */
export function tellHost(origin: string | undefined, message: HostMessage): void {
  parent.postMessage({ invigil: 1, ...message }, origin === undefined || origin === 'null' ? '*' : origin)
}

/** Calls the function with the height of the content, now and after each change. */
export function observeHeight(changed: (height: number) => void): void {
  const root = document.documentElement
  let last = 0
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    if (height === last) return
    last = height
    changed(height)
  }).observe(root)
}
