import type { BrowserContext, Frame, Page } from 'playwright-core'
import { late } from '../../support/late.ts'
import { audit, focused } from './audit.ts'
import type { Site } from './site.ts'
import { until } from './until.ts'

/** A page of a site that contains an embed. */
export type Embedded = {
  page: Page
  frame: Frame
  /** The embed's events so far. */
  happened(): Promise<string[]>
  /** Returns the accessibility problems of the frame. */
  audit(): Promise<string[]>
  focused(): Promise<{ name: string; isSeen: boolean }>
}

/** Console output and requests of the page and its frame. */
export type Trail = { said: string[]; urls: string[] }

/** Opens the site's page in a tab of the context, and records its requests and console output. */
export async function openPage(
  context: BrowserContext,
  { origin }: Site,
  trail: Trail = { said: [], urls: [] },
): Promise<Embedded> {
  const page = await context.newPage()
  page.on('console', message => trail.said.push(message.text()))
  page.on('pageerror', error => trail.said.push(error.message))
  page.on('request', request => trail.urls.push(request.url()))
  await page.goto(origin)
  await page.waitForSelector('iframe')
  await until(() => page.frames().length === 2)
  const frame = page.frames().find(one => one !== page.mainFrame())
  if (!frame) throw new Error('The page has no frame.')
  return {
    page,
    frame,
    happened: () => page.evaluate<string[]>('happened'),
    audit: () => audit(frame),
    focused: () => focused(frame),
  }
}

/** Opens the page and waits until the frame shows its data. */
export async function openReady(context: BrowserContext, site: Site, trail?: Trail): Promise<Embedded> {
  const embedded = await openPage(context, site, trail)
  await until(async () => (await embedded.happened()).includes('ready'))
  await embedded.frame.waitForSelector('main:not([aria-busy]) h2')
  return embedded
}

/** Waits for this number of refreshes. They are late when the tokens have expired before: each begins a fifth of their lifetime earlier. */
export async function refreshed({ happened }: Pick<Embedded, 'happened'>, count: number): Promise<void> {
  await until(async () => {
    const names = await happened()
    if (names.includes('tokenExpired')) late('The tokens have expired.')
    return names.filter(name => name === 'tokenRefreshed').length >= count
  })
}

/** The events from the first `ready` on. On a busy machine, the page may report before that it takes long to load. */
export const sinceReady = (happened: string[]): string[] => happened.slice(happened.indexOf('ready'))
