import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { findBrowser, launchBrowser } from '../../../tools/screenshots/browser.ts'
import { requiresBrowser } from './required.ts'
import { repeatedOnce } from './retry.ts'

declare global {
  var invigilBrowser: Promise<Browser> | undefined
}

/** The browser of this fork, started by the first file that needs it. It ends with the fork. */
function sharedBrowser(executablePath: string): Promise<Browser> {
  globalThis.invigilBrowser ??= launchBrowser(executablePath, [
    ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  ])
  return globalThis.invigilBrowser
}

const executable = findBrowser()
const isOptional = !requiresBrowser(process.env)
if (!executable && isOptional)
  console.log('There is no Chromium on this machine: the embed is not tried in a browser.')

/** The limit of a wait: a minute, as the machine is busy. */
const waitMs = 60_000

/** Creates a context (a separate browser profile). It is closed after the tests of its block. */
export type NewContext = (options?: BrowserContextOptions) => Promise<BrowserContext>

/**
 * Declares tests that share the browser of the fork. If there is no Chromium, they are skipped where `requiresBrowser` allows it, and
 * fail otherwise. A test in which the browser does not respond in time is repeated once.
 */
export function describeInBrowser(name: string, tests: (newContext: NewContext) => void): void {
  describe.skipIf(!executable && isOptional)(name, repeatedOnce, () => {
    let browser: Browser | undefined
    const contexts: BrowserContext[] = []
    beforeAll(async () => {
      if (!executable)
        throw new Error('There is no Chromium on this machine. Install it, or set WITHOUT_BROWSER=1.')
      browser = await sharedBrowser(executable)
    })
    afterAll(() => Promise.all(contexts.map(context => context.close())))
    tests(async options => {
      if (!browser) throw new Error('The browser has not been launched.')
      const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-GB', ...options })
      context.setDefaultTimeout(waitMs)
      contexts.push(context)
      return context
    })
  })
}
