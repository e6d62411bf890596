// The SDK as a classic script with the global name `Invigil`. See `index.ts` for the documentation.

import { browser } from './browser.ts'
import { startEmbed } from './embed.ts'
import type { Embed, EmbedOptions } from './index.ts'

// `currentScript` is set only during the script's first run.
const scriptUrl = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined

export const createEmbed = (options: EmbedOptions): Embed => startEmbed(browser, options, scriptUrl)
