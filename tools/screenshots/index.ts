// `npm run screenshots`: writes a picture of each page of the console to docs/images, from a temporary system with demo
// data.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { readArguments } from '../arguments.ts'
import { startProgress } from '../progress.ts'
import { projectFile } from '../project.ts'
import type { PageShown, Shown } from './pages.ts'

const folder = projectFile('docs/images')

const wide = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const
const narrow = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const

/** The first operator. The system is gone before anybody could sign in with it. */
const operator = { name: 'Grace Hopper', email: 'grace@northfield.example', password: 'Battery5staple!' }

const { values } = readArguments({
  name: 'npm run screenshots',
  description: 'Writes a picture of each page of the console to docs/images, from a temporary system.',
  options: { only: { type: 'string', value: '<name>', description: 'Only the pages whose names start so.' } },
})

// Imported after the arguments are read, so that the help appears at once.
const { createClient } = await import('../../src/client/index.ts')
const { findBrowser, launchBrowser } = await import('./browser.ts')
const { addressOf, entrancePages, operatorPages, pictureFiles } = await import('./pages.ts')
const { withPalette } = await import('./palette.ts')
const { makeScene } = await import('./scene.ts')
const { startDemoSystem } = await import('./system.ts')

const isWanted = ({ name }: PageShown) => name.startsWith(values.only ?? '')

/** Loads a page until nothing is missing, and writes its picture. */
async function shoot(page: Page, address: string, file: string): Promise<void> {
  await page.goto('about:blank') // another fragment alone would not load the page again
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  await page.getByText('Connecting', { exact: true }).waitFor({ state: 'detached' }) // of the page Live
  await page.evaluate('document.fonts.ready')
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  writeFileSync(join(folder, file), withPalette(png))
}

const newPage = (browser: Browser, look: BrowserContextOptions) =>
  browser.newPage({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce', ...look })

type Looks = { wide: Page; narrow: Page }

async function shootAll(
  looks: Looks,
  baseUrl: string,
  pages: readonly PageShown[],
  shown: Shown,
  onPicture: (count: number) => void,
): Promise<void> {
  for (const page of pages.filter(isWanted))
    for (const [look, tab] of Object.entries(looks)) {
      if (look === 'narrow' && !page.isNarrowToo) continue
      const file = `${page.name}${look === 'narrow' ? '-narrow' : ''}.png`
      await shoot(tab, `${baseUrl}/console${addressOf(page, shown)}`, file)
      onPicture(1)
    }
}

const nothing = { install: '', exam: '', session: '', course: '', user: '', webhook: '', delivery: '' }

const executable = findBrowser()
if (!executable) throw new Error('There is no Chromium on this machine.')
await using system = await startDemoSystem()
const { baseUrl } = system.stack
await using browser = await launchBrowser(executable)
const looks = { wide: await newPage(browser, wide), narrow: await newPage(browser, narrow) }
mkdirSync(folder, { recursive: true })
const progress = startProgress({ total: pictureFiles().length, unit: 'pictures' })
try {
  const [setup, ...entrance] = entrancePages
  if (setup) await shootAll(looks, baseUrl, [setup], nothing, progress.advance)
  const signIn = await looks.wide.request.post(`${baseUrl}/api/auth/setup`, { data: operator })
  if (!signIn.ok()) throw new Error(await signIn.text())
  const { cookies } = await looks.wide.context().storageState()
  await looks.wide.context().clearCookies()
  await shootAll(looks, baseUrl, entrance, nothing, progress.advance)
  for (const tab of Object.values(looks)) await tab.context().addCookies(cookies)
  const client = createClient({ baseUrl, token: system.credential })
  const invited = { name: 'Alan Turing', email: 'alan@northfield.example', role: 'admin' }
  const headers = { origin: baseUrl }
  const answer = await looks.wide.request.post(`${baseUrl}/api/operators`, { data: invited, headers })
  if (!answer.ok()) throw new Error(await answer.text())
  const scene = await makeScene(client, baseUrl)
  try {
    await shootAll(looks, baseUrl, operatorPages, scene.shown, progress.advance)
  } finally {
    scene.close()
  }
  progress.finish()
} finally {
  progress.stop()
}
const known = new Set(pictureFiles())
for (const name of readdirSync(folder)) if (!known.has(name)) rmSync(join(folder, name))
