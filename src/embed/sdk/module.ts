// The SDK as the package @invigil/embed. A bundler moves the code to the origin of the page, so `baseUrl` is required.

import { browser } from './browser.ts'
import { startEmbed } from './embed.ts'
import type {
  Brand,
  EmbedError,
  EmbedErrorCode,
  EmbedEvents,
  EmbedOf,
  Instant,
  IssuedTokens,
  OptionsFor,
  TokenAnswer,
} from './types.ts'

export type { Brand, EmbedError, EmbedErrorCode, EmbedEvents, Instant, IssuedTokens, TokenAnswer }

export type EmbedOptions = OptionsFor<HTMLElement | string> & {
  /** The base URL of Invigil. */
  baseUrl: string
}
export type Embed = EmbedOf<HTMLIFrameElement>

/**
 * Adds a frame of Invigil to the page, passes the tokens to it and refreshes them until their absolute expiry.
 * The tokens stay in memory. They are not written to URLs, storage, attributes or the console.
 * @throws TypeError that names an invalid option
 */
export const createEmbed = (options: EmbedOptions): Embed => startEmbed(browser, options, undefined)
