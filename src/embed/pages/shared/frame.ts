// The page's side of the frame protocol: it sends `hello` to the embedding page, receives tokens, has them verified, and
// shows nothing unless the embedding page's origin is allowed.

import { t } from '../text/texts.ts'
import { type Api, apiWith, Failure } from './api.ts'
import { applyBrand, applyLanguageAndTheme } from './appearance.ts'
import { aheadBy, type Clock } from './clock.ts'
import { watchConnection } from './connection.ts'
import { type HostError, observeHeight, tellHost } from './host.ts'
import type { Embed } from './records.ts'
import { zoneNames } from './times.ts'
import { keepTokens, type TokenPair, type Tokens } from './tokens.ts'
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
  /** Shows a notice that screen readers announce, for some milliseconds or until the next one. */
  say(text: string, milliseconds?: number): void
  tokens: Pick<Tokens, 'current' | 'after'>
  /** Shows whether the connection for live updates is interrupted. */
  interrupted(isInterrupted: boolean): void
  /** Runs an action and shows its failure. Returns whether it succeeded. */
  attempt(run: () => Promise<void>): Promise<boolean>
  /** Runs a background update. Its failure is shown beside the content, which is then outdated. */
  quietly(run: () => Promise<void>): Promise<void>
}

const replyTimeout = 15_000 // milliseconds until the embedding page must reply

type ElementType = keyof typeof t.titles

/** Starts the page of an element type. Calls `show` when its tokens are verified. */
export function openFrame(elementType: ElementType, show: (frame: Frame) => void | Promise<void>): void {
  applyLanguageAndTheme()
  const tokens = keepTokens()
  const over = new AbortController()
  const { signal } = over
  const main = part('main')
  const connection = watchConnection(signal, text => report('network', text))
  let host: string | undefined
  let refusedToken = ''
  let isShown = false
  /** Tokens were refused before anything was shown. The next tokens start the page. */
  let isStuck = false
  let unanswered = 0
  let clockAhead = 0
  const api = apiWith(tokens, signal, {
    waiting: isWaiting => connection.set('waiting', isWaiting && isShown),
    slow: isSlow => connection.set('slow', isSlow),
    reached: connection.reached,
    unreachable: connection.lost,
    refused,
  })

  showTitle(t.titles[elementType])
  part('zone').textContent = t.frame.zone(...zoneNames())
  main.replaceChildren(element('p', {}, t.frame.loading))
  addEventListener('message', receive, { signal })
  if (parent === window) {
    end(t.frame.notEmbedded)
    return
  }
  // `hello` contains no secret, because the receiver's origin is not known yet.
  tellHost(undefined, { type: 'hello' })
  observeHeight(height => tellHost(host, { type: 'resize', height }))
  unanswered = setTimeout(() => fail(new Failure('unanswered', t.frame.silent)), replyTimeout)

  function receive({ data, origin, source }: MessageEvent): void {
    if (source !== parent || !isOurs(data) || (host !== undefined && origin !== host)) return
    if (data.type === 'expired') end(t.frame.expired)
    if (data.type !== 'tokens' || !isPair(data)) return
    clearTimeout(unanswered)
    const isFirst = host === undefined
    host = origin
    tokens.set({ elementToken: data.elementToken, stsToken: data.stsToken })
    if (isFirst || isStuck) void begin()
  }

  async function verify(): Promise<Embed> {
    const elementToken = () => ({ elementToken: tokens.current().elementToken })
    const embed = await api.write<Embed>('embeds/verify', elementToken)
    if (host === undefined || !embed.allowedOrigins.includes(host))
      throw new Failure('origin_not_allowed', '')
    if (embed.elementType !== elementType) throw new Failure('element_type_mismatch', '')
    clockAhead = aheadBy(embed)
    return embed
  }

  async function begin(): Promise<void> {
    part('problem').replaceChildren()
    isStuck = false
    try {
      const embed = await verify()
      tellHost(host, { type: 'ready' })
      isShown = true
      main.replaceChildren()
      applyBrand()
      const clock = () => Date.now() + clockAhead
      const interrupted = (holds: boolean) => connection.set('interrupted', holds)
      await show({ embed, api, verify, clock, signal, main, say, attempt, quietly, tokens, interrupted })
    } catch (error) {
      fail(error)
      if (signal.aborted || !(error instanceof Failure)) return
      isStuck = error.code === 'credential_invalid'
      if (!(isStuck || error.code === 'unreachable')) report('service_failed', error.message)
      main.replaceChildren(button(t.frame.tryAgain, begin))
    } finally {
      main.removeAttribute('aria-busy')
    }
  }

  function report(code: HostError, message: string): void {
    tellHost(host, { type: 'error', code, message })
  }

  /**
   * Requests the next tokens. Until they come, the page shows why it shows nothing else. The refusal of a token that was
   * replaced meanwhile does not concern the current one.
   */
  function refused(stsToken: string): void {
    if (stsToken === refusedToken || stsToken !== tokens.current().stsToken) return
    refusedToken = stsToken
    report('token_refused', t.frame.tokenRefused)
    tellHost(host, { type: 'refused' })
    if (!isShown) main.replaceChildren(element('p', { role: 'alert' }, t.frame.tokenRefused))
  }

  /** Returns whether the failure is final. Then the embed has ended. */
  function isOver(error: unknown): boolean {
    if (signal.aborted) return true
    if (!(error instanceof Failure)) return false
    const code = hostCodes[error.code]
    if (code === undefined) return false
    const text = code === 'origin_not_allowed' ? t.frame.originNotAllowed : t.frame.tokenRefused
    report(code, text)
    end(text)
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

  function say(text: string, milliseconds?: number): void {
    const notice = part('notice')
    notice.textContent = text
    if (milliseconds === undefined) return
    setTimeout(() => {
      if (notice.textContent === text && !signal.aborted) notice.textContent = ''
    }, milliseconds)
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
      text = t.frame.outdated(error.message)
    }
    const stale = part('stale')
    if (stale.textContent !== text) stale.textContent = text
  }

  function fail(error: unknown): void {
    if (isOver(error)) return
    const problem = part('problem')
    if (!(error instanceof Failure)) {
      problem.replaceChildren(element('p', {}, t.frame.broken))
      reportError(error)
      return
    }
    // The service writes field errors in English.
    const fieldErrors = error.fieldErrors.map(({ path, message }) =>
      element('li', { lang: 'en', dir: 'ltr' }, `${path}: ${message}`),
    )
    problem.replaceChildren(
      element('p', {}, error.message),
      ...(fieldErrors.length > 0 ? [element('ul', {}, ...fieldErrors)] : []),
    )
  }
}

/** Shows the title of the page. */
function showTitle(title: string): void {
  document.title = title
  document.querySelector('h1')?.replaceChildren(title)
}

/** The codes of failures after which the embed has ended, as the embedding page receives them. */
const hostCodes: Record<string, HostError> = {
  origin_not_allowed: 'origin_not_allowed',
  element_type_mismatch: 'token_refused',
  element_token_invalid: 'token_refused',
  caller_not_accepted: 'token_refused',
}

type Message = { type?: unknown }

const isOurs = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'invigil' in data && data.invigil === 1

const isPair = (data: Message): data is Message & TokenPair =>
  'elementToken' in data &&
  typeof data.elementToken === 'string' &&
  'stsToken' in data &&
  typeof data.stsToken === 'string'
