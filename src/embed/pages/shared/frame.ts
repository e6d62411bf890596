// The page's side of the frame protocol: it sends `hello` to the embedding page, receives tokens, has them verified, and
// shows nothing unless the embedding page's origin is allowed.

import { type Api, apiWith, Failure } from './api.ts'
import { aheadBy, type Clock } from './clock.ts'
import type { Embed } from './records.ts'
import { keepTokens, type TokenPair } from './tokens.ts'
import { button, element, focusOn, part } from './view.ts'

export type Frame = {
  embed: Embed
  api: Api
  /** Verifies the tokens again, synchronizes the clock and returns what may be shown. */
  verify(): Promise<Embed>
  clock: Clock
  /** Aborted when the embed has ended. */
  signal: AbortSignal
  main: HTMLElement
  /** Shows a notice that screen readers announce. */
  say(text: string): void
  /** Runs an action and shows its failure. Returns whether it succeeded. */
  attempt(run: () => Promise<void>): Promise<boolean>
  /** Runs a background update. Its failure is shown beside the content, which is then outdated. */
  quietly(run: () => Promise<void>): Promise<void>
}

const replyTimeout = 15_000 // milliseconds until the embedding page must reply

/** Starts the page of an element type. Calls `show` when its tokens are verified. */
export function openFrame(elementType: string, show: (frame: Frame) => void | Promise<void>): void {
  const tokens = keepTokens()
  const over = new AbortController()
  const { signal } = over
  const main = part('main')
  const connection = part('connection')
  const api = apiWith(tokens, signal, isWaiting => {
    connection.textContent = isWaiting ? 'Reconnecting …' : ''
  })
  let host: string | undefined
  let unanswered = 0
  let clockAhead = 0

  part('zone').textContent = `Times are in your time zone, ${zoneName()}.`
  addEventListener('message', receive, { signal })
  if (parent === window) {
    end('This page works inside the page of a learning platform.')
    return
  }
  // `hello` contains no secret, because the receiver's origin is not known yet.
  parent.postMessage({ invigil: 1, type: 'hello' }, '*')
  unanswered = setTimeout(() => {
    fail(new Failure('unanswered', 'The page around this one does not answer. Please reload it.'))
  }, replyTimeout)

  function receive({ data, origin, source }: MessageEvent): void {
    if (source !== parent || !isOurs(data) || (host !== undefined && origin !== host)) return
    if (data.type === 'expired') end('This session has ended. Reload the page to go on.')
    if (data.type !== 'tokens' || !isPair(data)) return
    clearTimeout(unanswered)
    const isFirst = host === undefined
    host = origin
    tokens.set({ elementToken: data.elementToken, stsToken: data.stsToken })
    if (isFirst) void begin()
  }

  async function verify(): Promise<Embed> {
    const elementToken = () => ({ elementToken: tokens.current().elementToken })
    const embed = await api.write<Embed>('embeds/verify', elementToken)
    if (host === undefined || !embed.allowedOrigins.includes(host))
      throw new Failure('origin_not_allowed', `Pages of ${host} may not show this.`)
    if (embed.elementType !== elementType)
      throw new Failure('element_type_mismatch', 'The tokens are for another kind of element.')
    clockAhead = aheadBy(embed)
    return embed
  }

  async function begin(): Promise<void> {
    part('problem').replaceChildren()
    try {
      const embed = await verify()
      tell({ type: 'ready' })
      main.replaceChildren()
      const clock = () => Date.now() + clockAhead
      await show({ embed, api, verify, clock, signal, main, say, attempt, quietly })
    } catch (error) {
      fail(error)
      if (signal.aborted || !(error instanceof Failure)) return
      tell({ type: 'error', code: error.code, message: error.message })
      main.replaceChildren(button('Try again', begin))
    } finally {
      main.removeAttribute('aria-busy')
    }
  }

  function tell(message: { type: string; code?: string; message?: string }): void {
    // An opaque origin cannot be addressed. It has received no secret.
    parent.postMessage({ invigil: 1, ...message }, host === undefined || host === 'null' ? '*' : host)
  }

  /** Returns whether the failure is final. Then the embed has ended. */
  function isOver(error: unknown): boolean {
    if (signal.aborted) return true
    if (!(error instanceof Failure && finalCodes.has(error.code))) return false
    tell({ type: 'error', code: error.code, message: error.message })
    end(error.message)
    return true
  }

  /** Removes the tokens and the content, and stops all work. */
  function end(text: string): void {
    tokens.drop()
    clearTimeout(unanswered)
    over.abort()
    for (const open of document.querySelectorAll('dialog')) open.remove()
    for (const id of ['connection', 'stale', 'notice', 'problem', 'zone']) part(id).replaceChildren()
    const message = element('p', { class: 'ended', tabindex: '-1' }, text)
    const hadFocus = document.hasFocus() && main.contains(document.activeElement)
    main.className = ''
    main.replaceChildren(message)
    main.removeAttribute('aria-busy')
    part('notice').className = 'visually-hidden' // announces what the page shows
    part('notice').textContent = text
    if (hadFocus) focusOn(message)
  }

  function say(text: string): void {
    part('notice').textContent = text
  }

  async function attempt(run: () => Promise<void>): Promise<boolean> {
    part('problem').replaceChildren()
    try {
      await run()
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  async function quietly(run: () => Promise<void>): Promise<void> {
    let text = ''
    try {
      await run()
    } catch (error) {
      if (isOver(error)) return
      if (!(error instanceof Failure)) return reportError(error)
      text = `This may be out of date. ${error.message}`
    }
    const stale = part('stale')
    if (stale.textContent !== text) stale.textContent = text
  }

  function fail(error: unknown): void {
    if (isOver(error)) return
    const problem = part('problem')
    if (!(error instanceof Failure)) {
      problem.replaceChildren(element('p', {}, 'Something went wrong on this page. Please reload it.'))
      reportError(error)
      return
    }
    const faults = error.faults.map(({ path, message }) => element('li', {}, `${path}: ${message}`))
    problem.replaceChildren(
      element('p', {}, error.message),
      ...(faults.length > 0 ? [element('ul', {}, ...faults)] : []),
    )
  }
}

const finalCodes: ReadonlySet<string> = new Set([
  'origin_not_allowed',
  'element_type_mismatch',
  'element_token_invalid',
  'caller_not_accepted',
])

type Message = { type?: unknown }

const isOurs = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'invigil' in data && data.invigil === 1

const isPair = (data: Message): data is Message & TokenPair =>
  'elementToken' in data &&
  typeof data.elementToken === 'string' &&
  'stsToken' in data &&
  typeof data.stsToken === 'string'

const zoneName = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
