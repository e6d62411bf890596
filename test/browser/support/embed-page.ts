import { build } from 'esbuild'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { projectFile } from '../../../tools/project.ts'
import type { Site } from './site.ts'
import { until } from './until.ts'

/** A page of a site with its embed. */
export type Embedded = {
  page: Page
  frame: Frame
  /** The embed's events so far. */
  happened(): Promise<string[]>
  /** What is wrong with the frame for who sees badly or uses no mouse. */
  audit(): Promise<string[]>
  focused(): Promise<{ name: string; isSeen: boolean }>
}

/** What the page and its frame wrote to their consoles, and asked for. */
export type Trail = { said: string[]; urls: string[] }

const bundled = build({
  entryPoints: [projectFile('test/browser/page/audit.ts')],
  bundle: true,
  format: 'iife',
  globalName: 'checks',
  write: false,
}).then(({ outputFiles }) => outputFiles[0]?.text ?? '')

/** Opens the site's page in a tab of the context, and leaves a trail of it. */
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
  const run = async <T>(call: string): Promise<T> => frame.evaluate(`${await bundled}; checks.${call}`)
  return {
    page,
    frame,
    happened: () => page.evaluate<string[]>('happened'),
    audit: () => run('audit()'),
    focused: () => run('focused()'),
  }
}

/** The same once the frame shows its data. */
export async function openReady(context: BrowserContext, site: Site, trail?: Trail): Promise<Embedded> {
  const embedded = await openPage(context, site, trail)
  await until(async () => (await embedded.happened()).includes('ready'))
  await embedded.frame.waitForSelector('main:not([aria-busy]) h2')
  return embedded
}
