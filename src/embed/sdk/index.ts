// The SDK as an ES module. `classic.ts` is the same for a page without modules.

import { browser } from './browser.ts'
import { type Embed as AnyEmbed, startEmbed } from './embed.ts'
import type { EmbedOptions as AnyOptions } from './options.ts'

export type EmbedOptions = AnyOptions<HTMLElement | string>
export type Embed = AnyEmbed<HTMLIFrameElement>

/**
 * Puts a frame of Invigil into the page, hands it the tokens and keeps them fresh until their absolute end.
 * The tokens stay in memory: they reach neither an address, a store, an attribute nor the console.
 * @throws TypeError that says which option is wrong
 */
export const createEmbed = (options: EmbedOptions): Embed => startEmbed(browser, options, import.meta.url)
