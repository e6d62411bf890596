// The public types of the SDK. `/embed/v1.d.ts` is made of this file, so it imports nothing. The reference of the SDK is
// generated from its comments.

/** A point in time: epoch milliseconds, an ISO 8601 string with a time zone, or a `Date`. */
export type Instant = number | string | Date

/** The issued tokens: the whole response of B1, or these members of it. */
export type IssuedTokens = {
  /** The signed statement of the embed's user. */
  elementToken: string
  /** The secret with which the frame calls the API. */
  stsToken: string
  /** Seconds. */
  expiresIn: number
  /** The absolute expiry. No refresh extends it. */
  absoluteExpiresAt: Instant
}

/** The result of `onTokenRefresh`: the whole response of a refresh (B2), or these members of it. */
export type TokenAnswer = {
  /** The new secret. */
  stsToken: string
  /** Seconds. */
  expiresIn: number
  /** Normally absent or null, because a refresh issues no element token. */
  elementToken?: string | null | undefined
  /** Normally unchanged. */
  absoluteExpiresAt?: Instant | null | undefined
}

/** The look of your site, in the frame. */
export type Brand = {
  /** The colour of buttons and links: `#rgb` or `#rrggbb`. It is darkened or lightened where its contrast is too low. Default: the CSS variable `--invigil-brand-color` of the container. */
  color?: string | undefined
  /** Font families that are installed on the learner's device, such as `Georgia, serif`. Default: the CSS variable `--invigil-brand-font` of the container. */
  font?: string | undefined
  /** An image above the title: an https URL without query and fragment. */
  logo?: string | undefined
}

/** Options of `createEmbed`. Pass the first tokens as `token`, or as the four options after it. */
export type OptionsFor<Container> = {
  /** The parent of the frame: an element or a selector. */
  container: Container
  /** The response of B1, unchanged. */
  token?: IssuedTokens | undefined
  /** Instead of `token`: the element token. */
  elementToken?: string | undefined
  /** Instead of `token`: the stsToken. */
  stsToken?: string | undefined
  /** Instead of `token`: the lifetime of the stsToken in seconds. */
  tokenExpiresIn?: number | undefined
  /** Instead of `token`: the absolute expiry. No refresh extends it. */
  tokenAbsoluteExpiresAt?: Instant | undefined
  /** Requests the next token set from your backend (B2). Without it, the embed ends with its first token. */
  onTokenRefresh?: (() => TokenAnswer | Promise<TokenAnswer>) | undefined
  /** The base URL of Invigil, an own property: an inherited one is ignored. Default: the origin of the script. */
  baseUrl?: string | undefined
  /** The accessible name of the frame. */
  title?: string | undefined
  /** `auto` follows the setting of the device. Default: `auto`. */
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** English (`en`), German (`de`) or Arabic (`ar`), with a region if you like, such as `de-AT`. Default: the language of your page (`<html lang>`), else of the browser, else English. */
  locale?: string | undefined
  /** The look of your site. */
  brand?: Brand | undefined
}

/** The causes of the event `error`. */
export type EmbedErrorCode =
  /** The origin of your page is not in the install's `allowedEmbedOrigins`. */
  | 'origin_not_allowed'
  /** The tokens are invalid, revoked, or of another element. */
  | 'token_refused'
  /** Invigil cannot be reached, or does not respond in time. */
  | 'network'
  /** `onTokenRefresh` threw, rejected or resolved with an invalid result. The SDK calls it again until the token expires. */
  | 'callback_failed'
  /** `onTokenRefresh` has not settled for 4 seconds. It has 30 seconds. */
  | 'refresh_late'
  /** Invigil responded with another error. */
  | 'service_failed'

/** The detail of the event `error`. */
export type EmbedError = {
  /** The cause. */
  code: EmbedErrorCode
  /** A sentence. If the frame shows it to the learner, it is in the frame's language. */
  message: string
}

/** The events of an embed, with their details. */
export type EmbedEvents = {
  /** The frame has verified the tokens. */
  ready: undefined
  /** The height of the frame's content has changed, in CSS pixels. The SDK has set it as the frame's attribute `height`. */
  resize: { height: number }
  /** A new token set has been applied. */
  tokenRefreshed: undefined
  /** The last token has expired and the frame shows nothing personal. Emitted at most once. */
  tokenExpired: undefined
  /** Something needs your attention. The embed continues if it can. */
  error: EmbedError
}

/** An embedded frame with automatic token refresh. */
export type EmbedOf<Frame> = {
  /** The `iframe`. */
  readonly frame: Frame
  /** Adds a listener and returns a function that removes it. Throws a `TypeError` for an unknown event. */
  on<Event extends keyof EmbedEvents>(
    event: Event,
    listener: (detail: EmbedEvents[Event]) => void,
  ): () => void
  /** Removes the frame, its timers and listeners. No event follows. */
  destroy(): void
}
