// What succeeded is announced: visible for some seconds, and read by screen readers.

import { useSyncExternalStore } from 'react'

const shownMs = 6000

let message = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(text: string): void {
  message = text
  for (const listener of listeners) listener()
}

export function announce(text: string): void {
  clearTimeout(timer)
  show(text)
  timer = setTimeout(() => show(''), shownMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the newest announcement. The element stays: screen readers announce changes of elements that exist. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div className="announcer" role="status">
      {text}
    </div>
  )
}
