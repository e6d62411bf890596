import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { requiresBrowser } from './required.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium of this machine; undefined if there is none. */
function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap(folder => names.map(name => join(folder, name)))
  return [...candidates, ...elsewhere].find(path => existsSync(path))
}

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium cannot run its sandbox as root
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })

const executable = findBrowser()
const isOptional = !requiresBrowser(process.env)
if (!executable && isOptional)
  console.log('There is no Chromium on this machine: the embed is not tried in a browser.')

/** Creates a context (a separate browser profile). It is closed with the browser. */
export type NewContext = (options?: BrowserContextOptions) => Promise<BrowserContext>

/**
 * Declares tests that share a browser. If there is no Chromium, they are skipped where `requiresBrowser` allows it, and
 * fail otherwise.
 */
export function describeInBrowser(name: string, tests: (newContext: NewContext) => void): void {
  describe.skipIf(!executable && isOptional)(name, () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      if (!executable)
        throw new Error('There is no Chromium on this machine. Install it, or set WITHOUT_BROWSER=1.')
      browser = await launch(executable)
    })
    afterAll(() => browser?.close())
    tests(options => {
      if (!browser) throw new Error('The browser has not been launched.')
      return browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-GB', ...options })
    })
  })
}
