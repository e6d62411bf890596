// The frame and what is said to it. A message holds tokens only once the frame's own script has said hello, and goes
// only to the frame's window while that shows a page of Invigil's origin.

import type { EmbedError } from './events.ts'
import type { Message, Platform, Stop } from './platform.ts'

/** What the frame is given; times as the interface has them. */
export type FrameTokens = {
  elementToken: string
  stsToken: string
  /** Whole seconds that are left. */
  expiresIn: number
  /** Epoch milliseconds. */
  absoluteExpiresAt: number
}

type Host = {
  /** What to answer a frame that says hello with; undefined once the session has ended. */
  tokens(): FrameTokens | undefined
  ready(): void
  refused(error: EmbedError): void
}

export type Frame<Element> = {
  readonly element: Element
  /** Tells the frame how things stand now, if it has said hello. */
  update: Stop
  remove: Stop
}

export function openFrame<Container, Element>(
  platform: Platform<Container, Element>,
  container: Container,
  {
    base,
    elementType,
    installSid,
    title,
  }: Record<'elementType' | 'installSid' | 'title', string> & { base: URL },
  host: Host,
): Frame<Element> {
  let saidHello = false
  let toldReady = false
  const path = `${base.pathname.replace(/\/$/, '')}/embed/${elementType}`
  const frame = platform.mount(container, {
    src: `${base.origin}${path}?install=${encodeURIComponent(installSid)}`,
    title,
    referrerpolicy: 'origin',
    allow: 'camera; microphone; display-capture; fullscreen',
  })
  const stopHearing = platform.onMessage(receive)

  function receive({ data, origin, source }: Message): void {
    if (origin !== base.origin || !frame.isSource(source) || !isOurs(data)) return
    if (data.type === 'hello') {
      saidHello = true
      toldReady = false // it has been loaded again
      update()
    } else if (data.type === 'ready' && !toldReady) {
      toldReady = true
      host.ready()
    } else if (data.type === 'error') {
      host.refused({ code: String(data.code), message: String(data.message) })
    }
  }

  function update(): void {
    if (!saidHello) return
    const tokens = host.tokens()
    const message = tokens ? { type: 'tokens', ...tokens } : { type: 'expired' }
    frame.post({ invigil: 1, ...message }, base.origin)
  }

  return {
    element: frame.element,
    update,
    remove: () => {
      stopHearing()
      frame.remove()
    },
  }
}

const isOurs = (data: unknown): data is { type?: unknown; code?: unknown; message?: unknown } =>
  typeof data === 'object' && data !== null && 'invigil' in data && data.invigil === 1
