// The SDK as a classic script, under the global name `Invigil`. `index.ts` documents it.

import { browser } from './browser.ts'
import { startEmbed } from './embed.ts'
import type { Embed, EmbedOptions } from './index.ts'

// Known only while the script runs for the first time.
const scriptUrl = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined

export const createEmbed = (options: EmbedOptions): Embed => startEmbed(browser, options, scriptUrl)
