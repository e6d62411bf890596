// `npm run bench -- console`: how long the console takes until its first view on a slow phone, which is a quarter of the
// CPU of this machine and Fast 3G, with an empty cache.

import type { Browser, CDPSession, Page } from 'playwright-core'
import { readArguments } from '../tools/arguments.ts'
import { findBrowser, launchBrowser } from '../tools/screenshots/browser.ts'
import { startDemoSystem } from '../tools/screenshots/system.ts'
import { startCompressingProxy } from './console-proxy.ts'
import { median, spread } from './latency.ts'
import { machine } from './machine.ts'

/** The budget of the first view in ms (console.md of the specification). */
const budgetMs = 1500

/** Fast 3G, as Lighthouse simulates it: bytes per second, and ms. */
const fast3G = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
}
const cpuSlowdown = 4

const prefix = 'shown at '

/**
 * Reports when the first heading of a page has been painted, as a message of the page: a question from outside would run a
 * script of Playwright in the page meanwhile.
 */
const observer = `new MutationObserver((_, observer) => {
  if (!document.querySelector('h1')) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => console.info('${prefix}' + performance.now())))
}).observe(document, { childList: true, subtree: true })`

/** Slows the page and its network down, and empties the cache. */
async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', fast3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(observer)
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await session.send('Performance.enable')
  return session
}

type View = {
  /** Until the heading is painted. */
  ms: number
  /** The CPU time of the main thread, which does not depend on other programs of this machine. */
  cpuMs: number
}

type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0]

/** Loads a page with an empty cache. */
async function firstView(browser: Browser, address: string, cookies: Cookies): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const session = await throttle(page)
    const shown = page.waitForEvent('console', message => message.text().startsWith(prefix))
    await page.goto(address, { waitUntil: 'commit' })
    const ms = Number((await shown).text().slice(prefix.length))
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    return { ms, cpuMs: 1000 * seconds }
  } finally {
    await context.close()
  }
}

const operator = { name: 'Grace Hopper', email: 'grace@northfield.example', password: 'Battery5staple!' }

/** Creates the first operator. Returns its cookies, and the address of the busiest install. */
async function signIn(browser: Browser, baseUrl: string): Promise<{ cookies: Cookies; overview: string }> {
  const context = await browser.newContext()
  const setup = await context.request.post(`${baseUrl}/api/auth/setup`, { data: operator })
  if (!setup.ok()) throw new Error(await setup.text())
  const list = await context.request.get(`${baseUrl}/api/installs?limit=1`)
  const { results } = await list.json()
  const { cookies } = await context.storageState()
  await context.close()
  return { cookies, overview: `/console/installs/${results[0].sid}` }
}

export async function run(args: string[]): Promise<void> {
  const { values } = readArguments(
    {
      name: 'npm run bench -- console',
      description: 'Measures the first view of the console on a slow phone: 4x CPU, Fast 3G, empty cache.',
      options: {
        rounds: {
          type: 'string',
          value: '<number>',
          default: '5',
          description: 'The number of loads of a page.',
        },
      },
    },
    args,
  )
  const executable = findBrowser()
  if (!executable) throw new Error('There is no Chromium on this machine.')
  await using system = await startDemoSystem()
  await using browser = await launchBrowser(executable)
  const { baseUrl } = system.stack
  const proxy = await startCompressingProxy(baseUrl)
  try {
    const { cookies, overview } = await signIn(browser, baseUrl)
    console.log(machine())
    for (const [name, path, sent] of [
      ['sign-in', '/console/sign-in', []],
      ['overview', overview, cookies],
    ] as const) {
      const views: View[] = []
      await firstView(browser, proxy.origin + path, [...sent]) // the system and the proxy have read the files
      for (let round = 0; round < Number(values.rounds); round++)
        views.push(await firstView(browser, proxy.origin + path, [...sent]))
      const times = views.map(({ ms }) => ms)
      const typical = median(times)
      const cpu = median(views.map(({ cpuMs }) => cpuMs))
      const share = (typical / budgetMs).toFixed(2)
      console.log(
        `${name.padEnd(10)} ${typical.toFixed(0).padStart(6)} ms (${spread(times)}), ${share} of the budget of ${budgetMs} ms; CPU ${cpu.toFixed(0)} ms`,
      )
    }
  } finally {
    proxy.close()
  }
}
