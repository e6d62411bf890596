// The SDK as an ES module. `classic.ts` is the version for pages without modules.

import { browser } from './browser.ts'
import { startEmbed } from './embed.ts'
import type { EmbedOf, OptionsFor } from './types.ts'

export type EmbedOptions = OptionsFor<HTMLElement | string>
export type Embed = EmbedOf<HTMLIFrameElement>

/**
 * Adds a frame of Invigil to the page, passes the tokens to it and refreshes them until their absolute expiry.
 * The tokens stay in memory. They are not written to URLs, storage, attributes or the console.
 * @throws TypeError that names an invalid option
 */
export const createEmbed = (options: EmbedOptions): Embed => startEmbed(browser, options, import.meta.url)
