// The frame and its messages. Tokens are sent only after the frame's script has sent `hello`, and only to the frame's
// window while it shows a page of Invigil's origin.

import type { EmbedError } from './events.ts'
import type { Message, Platform, Stop } from './platform.ts'

/** The tokens as the frame receives them. */
export type FrameTokens = {
  elementToken: string
  stsToken: string
  /** The remaining lifetime in whole seconds. */
  expiresIn: number
  /** Epoch milliseconds. */
  absoluteExpiresAt: number
}

type Host = {
  /** Returns the current tokens, or undefined when the embed has ended. */
  tokens(): FrameTokens | undefined
  ready(): void
  refused(error: EmbedError): void
}

export type Frame<Element> = {
  readonly element: Element
  /** Sends the current state to the frame, if the frame has sent `hello`. */
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
  let isConnected = false
  let isReady = false
  const path = `${base.pathname.replace(/\/$/, '')}/embed/${elementType}`
  const frame = platform.mount(container, {
    src: `${base.origin}${path}?install=${encodeURIComponent(installSid)}`,
    title,
    referrerpolicy: 'origin',
    allow: 'camera; microphone; display-capture; fullscreen',
  })
  const stopListening = platform.onMessage(receive)

  function receive({ data, origin, source }: Message): void {
    if (origin !== base.origin || !frame.isSource(source) || !isOurs(data)) return
    if (data.type === 'hello') {
      isConnected = true
      isReady = false // the frame has reloaded
      update()
    } else if (data.type === 'ready' && !isReady) {
      isReady = true
      host.ready()
    } else if (data.type === 'error') {
      host.refused({ code: String(data.code), message: String(data.message) })
    }
  }

  function update(): void {
    if (!isConnected) return
    const tokens = host.tokens()
    const message = tokens ? { type: 'tokens', ...tokens } : { type: 'expired' }
    frame.post({ invigil: 1, ...message }, base.origin)
  }

  return {
    element: frame.element,
    update,
    remove: () => {
      stopListening()
      frame.remove()
    },
  }
}

const isOurs = (data: unknown): data is { type?: unknown; code?: unknown; message?: unknown } =>
  typeof data === 'object' && data !== null && 'invigil' in data && data.invigil === 1
