import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { findBrowser, launchBrowser } from '../../../tools/screenshots/browser.ts'
import { requiresBrowser } from './required.ts'

const launch = (executablePath: string): Promise<Browser> =>
  launchBrowser(executablePath, ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])

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
