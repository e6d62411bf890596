import { expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'
import { openPage, openReady, type Trail } from './support/embed-page.ts'
import { makeRunning, makeScene } from './support/scene.ts'
import { openSite, type Site, type SiteOptions } from './support/site.ts'
import { until } from './support/until.ts'

const long = { timeout: 120_000 }
const refreshes = rounds({ quick: 2, all: 3 })

/** A learner's site, which is closed after the test. */
async function learnerSite(options: Partial<SiteOptions> = {}): Promise<Site> {
  const scene = await makeScene()
  return openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid, ...options })
}

const refreshesOf = (names: string[]) => names.filter(name => name === 'tokenRefreshed').length

// Each lives as long as its tokens, so all live at once.
describeInBrowser('the tokens of an embed', newContext => {
  test.concurrent(
    `an embed lives through ${refreshes} refreshes, in two tabs with one question to the host each`,
    long,
    async () => {
      await using site = await learnerSite({ expiresIn: 14 })
      await using context = await newContext()
      const tabs = [await openReady(context, site), await openReady(context, site)]
      for (const tab of tabs) await until(async () => refreshesOf(await tab.happened()) >= refreshes)
      expect(site.asked()).toBe(refreshes)
      for (const { happened, frame, page } of tabs) {
        expect(await happened()).not.toContain('tokenExpired')
        await page.bringToFront() // as whoever clicks sees it: a browser may keep a page behind waiting for the camera
        await frame.getByRole('button', { name: 'Start the system check' }).click()
        const found = frame.getByText('The system check found').waitFor()
        await found.catch(async cause => {
          throw new Error(await frame.locator('body').innerText(), { cause })
        })
      }
    },
  )

  test.concurrent('it ends at the absolute limit: nothing personal stays on the screen', long, async () => {
    await using site = await learnerSite({ expiresIn: 12, absoluteSeconds: 24 })
    await using context = await newContext()
    const { happened, frame } = await openReady(context, site)
    await until(async () => (await happened()).includes('tokenExpired'))
    await frame.getByText('This session has ended').first().waitFor()
    expect(await frame.locator('body').innerText()).not.toMatch(/Biology|Midterm/)
    expect(await frame.getByRole('button').count()).toBe(0)
    expect(refreshesOf(await happened())).toBeGreaterThan(0)
  })

  test.concurrent('it recovers from a callback that fails', long, async () => {
    await using site = await learnerSite({ expiresIn: 12 })
    await using context = await newContext()
    site.failNext(1)
    const { happened } = await openReady(context, site)
    await until(async () => refreshesOf(await happened()) === 1)
    expect(site.asked()).toBe(2)
    expect(await happened()).not.toContain('tokenExpired')
  })

  test.concurrent('it ends when the callback fails until the token has', long, async () => {
    await using site = await learnerSite({ expiresIn: 12 })
    await using context = await newContext()
    site.failNext(1000)
    const { happened, frame } = await openReady(context, site)
    await until(async () => (await happened()).includes('tokenExpired'))
    await frame.getByText('This session has ended').first().waitFor()
  })

  test.concurrent(
    'a token that dies between two refreshes is waited out, and what was asked is done',
    long,
    async () => {
      const scene = await makeRunning()
      await using site = await openSite(scene, {
        elementType: 'assessment-viewer',
        targetUserSid: scene.userSid,
        expiresIn: 14,
      })
      await using context = await newContext()
      const { frame } = await openReady(context, site)
      await site.refreshBehind()
      await frame.getByRole('button', { name: 'Refresh' }).click()
      await frame.getByText('Reconnecting').waitFor()
      await frame.getByText('The record is up to date.').waitFor({ timeout: 15_000 })
      expect(await frame.getByText('Reconnecting').count()).toBe(0)
    },
  )

  test.concurrent('no token is in an address, a store, a cookie, the page or the console', long, async () => {
    await using site = await learnerSite({ expiresIn: 12 })
    await using context = await newContext()
    const trail: Trail = { said: [], urls: [] }
    const { page, frame, happened } = await openReady(context, site, trail)
    await until(async () => refreshesOf(await happened()) === 1)
    const places = [
      ...trail.urls,
      ...trail.said,
      ...page.frames().map(one => one.url()),
      await page.content(),
      await frame.content(),
      JSON.stringify(await context.cookies()),
      ...(await Promise.all(page.frames().map(one => one.evaluate<string>(everythingStored)))),
    ]
    expect(site.secrets()).toHaveLength(3)
    for (const secret of site.secrets()) expect(places.filter(place => place.includes(secret))).toEqual([])
  })
})

const everythingStored = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(), name, history.state,
]))()`

describeInBrowser('the origin of a host', newContext => {
  test('a host that is not allowed cannot frame the page', async () => {
    await using site = await learnerSite({ isUnlisted: true })
    await using context = await newContext()
    const { frame, happened } = await openPage(context, site)
    await until(() => frame.url().startsWith('chrome-error:'))
    expect(await happened()).toEqual([])
  })

  test('and in a browser that would let it, the page refuses and shows nothing', async () => {
    await using site = await learnerSite({ isUnlisted: true })
    await using context = await newContext()
    await dropPolicy(context)
    const { frame, happened } = await openPage(context, site)
    await frame.getByText('may not show this').first().waitFor()
    expect(await happened()).toEqual(['error origin_not_allowed'])
    expect(await frame.locator('body').innerText()).not.toMatch(/Biology|Midterm/)
  })
})

/** Serves the frame without its Content-Security-Policy, as a browser sees it that does not know frame-ancestors. */
async function dropPolicy(context: Awaited<ReturnType<NewContext>>): Promise<void> {
  await context.route(/\/embed\/exam-session\?/, async route => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}
