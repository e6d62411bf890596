'use client'

// The SDK as a React component: `@invigil/embed/react`. The directive keeps it out of server components.

import { createElement, type HTMLAttributes, type ReactElement, useEffect, useRef } from 'react'
import { createEmbed, type EmbedEvents, type EmbedOptions, type TokenAnswer } from './sdk/module.ts'

/** A function for each event of an embed. */
export type InvigilEmbedEvents = {
  /** The frame has verified the tokens. */
  onReady?: ((detail: EmbedEvents['ready']) => void) | undefined
  /** The height of the frame's content has changed, in CSS pixels. */
  onResize?: ((detail: EmbedEvents['resize']) => void) | undefined
  /** A new token set has been applied. */
  onTokenRefreshed?: ((detail: EmbedEvents['tokenRefreshed']) => void) | undefined
  /** The last token has expired and the frame shows nothing personal. Called at most once. */
  onTokenExpired?: ((detail: EmbedEvents['tokenExpired']) => void) | undefined
  /** Something needs your attention. The embed continues if it can. */
  onError?: ((detail: EmbedEvents['error']) => void) | undefined
}

/** The options of `createEmbed` without its container, the functions of the events, and `className` and the like. */
export type InvigilEmbedProps = Omit<EmbedOptions, 'container'> &
  InvigilEmbedEvents &
  Omit<HTMLAttributes<HTMLDivElement>, 'children' | keyof EmbedOptions | keyof InvigilEmbedEvents>

/**
 * An embedded frame in a `div`, with automatic token refresh. The functions can change with each rendering. Another element token,
 * `baseUrl`, `title`, `theme`, `locale` or `brand` opens a new frame, and so does an `onTokenRefresh` that is added or removed. An
 * invalid option is thrown when the component has been mounted.
 */
export function InvigilEmbed(props: InvigilEmbedProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const received = useRef<Received>(undefined)
  const refreshed = useRef<Refreshed>(undefined)
  const { token, elementToken, stsToken, tokenExpiresIn, tokenAbsoluteExpiresAt, onTokenRefresh, ...rest } =
    props
  const { baseUrl, title, theme, locale, brand, ...others } = rest
  const { onReady, onResize, onTokenRefreshed, onTokenExpired, onError, ...attributes } = others
  // A text, because objects such as `brand` are often new in each rendering.
  const frame = JSON.stringify({
    element: elementToken ?? token?.elementToken,
    isRefreshed: onTokenRefresh !== undefined,
    look: { baseUrl, title, theme, locale, brand },
  })

  useEffect(() => {
    latest.current = props
    if (received.current?.stsToken !== stsTokenOf(props))
      received.current = { stsToken: stsTokenOf(props), at: performance.now() }
  })
  useEffect(() => {
    const { look }: { look: Look } = JSON.parse(frame)
    return container.current ? open(container.current, { latest, received, refreshed }, look) : undefined
  }, [frame])

  return createElement('div', { ...attributes, ref: container })
}

type Look = Pick<EmbedOptions, 'baseUrl' | 'title' | 'theme' | 'locale' | 'brand'>

/** The stsToken of the properties, and when it was new. */
type Received = { stsToken: string | undefined; at: number } | undefined

/** The last refresh: its result, when it was requested, and the stsToken of the properties before it. */
type Refreshed = { answer: TokenAnswer; at: number; stsToken: string | undefined } | undefined

/** What a frame has in common with the one that it replaces. */
type Kept = {
  latest: { readonly current: InvigilEmbedProps }
  received: { readonly current: Received }
  refreshed: { current: Refreshed }
}

/** Opens a frame that calls the functions of the latest rendering. Returns a function that removes it. */
function open(container: HTMLElement, { latest, received, refreshed }: Kept, look: Look): () => void {
  const { onTokenRefresh } = latest.current
  let answered: Refreshed
  const refresh = async (callback: NonNullable<typeof onTokenRefresh>) => {
    answered = undefined
    const before = { at: performance.now(), stsToken: stsTokenOf(latest.current) }
    const answer = await callback()
    if (answer?.stsToken && answer.expiresIn > 0) answered = { ...before, answer }
    return answer
  }
  const embed = createEmbed({
    ...{ container, ...tokensOf(latest.current, received.current, refreshed.current), ...look },
    onTokenRefresh: onTokenRefresh && (() => refresh(latest.current.onTokenRefresh ?? onTokenRefresh)),
  })
  embed.on('ready', detail => latest.current.onReady?.(detail))
  embed.on('resize', detail => latest.current.onResize?.(detail))
  embed.on('tokenRefreshed', detail => {
    refreshed.current = answered ?? refreshed.current
    answered = undefined
    latest.current.onTokenRefreshed?.(detail)
  })
  embed.on('tokenExpired', detail => latest.current.onTokenExpired?.(detail))
  embed.on('error', detail => latest.current.onError?.(detail))
  return () => embed.destroy()
}

const stsTokenOf = ({ token, stsToken }: InvigilEmbedProps) => token?.stsToken ?? stsToken

/**
 * Returns the tokens of the properties, or those of the refresh that replaced them: the service accepts each token until then. Their
 * lifetime is what is left of it; that of new properties is as they say, so that `createEmbed` checks it.
 */
function tokensOf(props: InvigilEmbedProps, received: Received, refreshed: Refreshed) {
  const { token, elementToken, stsToken, tokenExpiresIn, tokenAbsoluteExpiresAt } = props
  const replacing = refreshed?.stsToken === stsTokenOf(props) ? refreshed : undefined
  const since = (replacing ?? received)?.at ?? performance.now()
  const age = (performance.now() - since) / 1000
  if (!replacing && age < 1) return { token, elementToken, stsToken, tokenExpiresIn, tokenAbsoluteExpiresAt }
  const answer = replacing?.answer
  const lifetime = answer?.expiresIn ?? token?.expiresIn ?? tokenExpiresIn
  return {
    elementToken: answer?.elementToken ?? token?.elementToken ?? elementToken,
    stsToken: answer?.stsToken ?? stsTokenOf(props),
    tokenExpiresIn: lifetime === undefined ? undefined : Math.max(1, lifetime - age),
    tokenAbsoluteExpiresAt: answer?.absoluteExpiresAt ?? token?.absoluteExpiresAt ?? tokenAbsoluteExpiresAt,
  }
}
