// The frame and its messages. Tokens are sent only after the frame's script has sent `hello`, and only to the frame's
// window while it shows a page of Invigil's origin.

import type { Message, Platform, Stop } from './platform.ts'
import type { EmbedError, EmbedErrorCode } from './types.ts'

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
  resized(height: number): void
  failed(error: EmbedError): void
  /** The service refused the current stsToken. */
  refused(): void
}

export type Frame<Element> = {
  readonly element: Element
  /** Sends the current state to the frame, if the frame has sent `hello`. */
  update: Stop
  remove: Stop
}

/** What to load. */
type Source = {
  base: URL
  elementType: string
  /** The query parameters. */
  query: Record<string, string>
  title: string
  /** Shown in place of a frame that does not load. */
  unreachable: string
}

const loadTimeout = 4_500 // milliseconds
const maxHeight = 100_000 // CSS pixels

const codes: readonly EmbedErrorCode[] = ['origin_not_allowed', 'token_refused', 'network', 'service_failed']

export function openFrame<Container, Element>(
  platform: Platform<Container, Element>,
  container: Container,
  { base, elementType, query, title, unreachable }: Source,
  host: Host,
): Frame<Element> {
  let isConnected = false
  let isReady = false
  let stopWaiting: Stop = () => {}
  const path = `${base.pathname.replace(/\/$/, '')}/embed/${elementType}`
  const frame = platform.mount(container, {
    src: `${base.origin}${path}?${new URLSearchParams(query)}`,
    title,
    referrerpolicy: 'origin', // the service compares it with the allowed origins
    allow: 'camera; microphone; display-capture; fullscreen',
    width: '100%',
    frameborder: '0',
    align: 'top', // otherwise the line of text around the frame adds a gap below it
  })
  const stopListening = platform.onMessage(receive)

  /** Shows a notice if the page does not load in time, and loads it again when the network may be back. */
  function waitForLoad(): void {
    stopWaiting = platform.setTimer(() => {
      const stopWaking = platform.onWake(() => {
        loaded()
        frame.reload()
        waitForLoad()
      })
      stopWaiting = () => {
        stopWaking()
        frame.notice(undefined)
      }
      frame.notice(unreachable)
      host.failed({ code: 'network', message: unreachable })
    }, loadTimeout)
  }

  function loaded(): void {
    stopWaiting()
    stopWaiting = () => {}
  }

  function receive({ data, origin, source }: Message): void {
    if (origin !== base.origin || !frame.isSource(source) || !isOurs(data)) return
    loaded()
    handlers[String(data.type)]?.(data)
  }

  const handlers: Record<string, (data: Data) => void> = {
    hello() {
      isConnected = true
      isReady = false // the frame has reloaded
      update()
    },
    ready() {
      if (!isReady) host.ready()
      isReady = true
    },
    refused: () => host.refused(),
    resize({ height }) {
      if (typeof height !== 'number' || !(height > 0 && height <= maxHeight)) return
      frame.resize(Math.ceil(height))
      host.resized(Math.ceil(height))
    },
    error({ code, message }) {
      const known = codes.find(one => one === code) ?? 'service_failed'
      host.failed({ code: known, message: String(message) })
    },
  }

  function update(): void {
    if (!isConnected) return
    const tokens = host.tokens()
    const message = tokens ? { type: 'tokens', ...tokens } : { type: 'expired' }
    frame.post({ invigil: 1, ...message }, base.origin)
  }

  waitForLoad()
  return {
    element: frame.element,
    update,
    remove: () => {
      stopListening()
      loaded()
      frame.remove()
    },
  }
}

type Data = { type?: unknown; code?: unknown; message?: unknown; height?: unknown }

const isOurs = (data: unknown): data is Data =>
  typeof data === 'object' && data !== null && 'invigil' in data && data.invigil === 1
