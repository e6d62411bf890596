// What succeeded is announced: visible for some seconds, and read by screen readers.

import { useSyncExternalStore } from 'react'

const shownMs = 6000

/**
 * Until the text is there. Meanwhile the place is empty, so that the same text is read again, and a dialog that the action
 * closes is closed: while it is open, nothing outside of it is read.
 */
const delayMs = 100

let message = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(text: string): void {
  message = text
  for (const listener of listeners) listener()
}

export function announce(text: string): void {
  clearTimeout(timer)
  show('')
  timer = setTimeout(() => {
    show(text)
    timer = setTimeout(() => show(''), shownMs)
  }, delayMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Shows the newest announcement. The element stays: screen readers announce changes of elements that exist. A modal
 * dialog has its own.
 */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div className="announcer" role="status">
      {text}
    </div>
  )
}
