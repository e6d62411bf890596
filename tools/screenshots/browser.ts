// The Chromium of this machine.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of Chromium; undefined if this machine has none. */
export function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap(folder => names.map(name => join(folder, name)))
  return [...candidates, ...elsewhere].find(path => existsSync(path))
}

/**
 * The popups of the address bar, which Chromium loads as pages for each window: half the CPU of a short test. Chromium reads the last
 * list alone, so this one repeats that of Playwright.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/** Starts Chromium. @param args more arguments of its command line */
export const launchBrowser = (executablePath: string, args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium cannot run its sandbox as root
      `--disable-features=${disabledFeatures.join()}`,
      ...args,
    ],
  })
