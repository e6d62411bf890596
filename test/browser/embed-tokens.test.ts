import { expect, test } from 'vitest'
import { inTime } from '../support/late.ts'
import { rounds } from '../support/rounds.ts'
import { describeInBrowser } from './support/browser.ts'
import { openReady, refreshed, sinceReady, type Trail } from './support/embed-page.ts'
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

// Each site runs as long as its tokens live, so all run at once.
describeInBrowser('the tokens of an embed', newContext => {
  test.concurrent(
    `an embed works through ${refreshes} refreshes in two tabs, with one callback per refresh`,
    long,
    async () => {
      await using site = await learnerSite({ expiresIn: 18 })
      await using context = await newContext()
      const tabs = [await openReady(context, site), await openReady(context, site)]
      for (const tab of tabs) await refreshed(tab, refreshes)
      expect(site.asked()).toBe(refreshes)
      for (const { frame, page } of tabs) {
        await page.bringToFront() // the active tab: browsers can pause the camera of background tabs
        await frame.getByRole('button', { name: 'Start the system check' }).click()
        const found = frame.getByText('The system check found').waitFor()
        await found.catch(async cause => {
          throw new Error(await frame.locator('body').innerText(), { cause })
        })
      }
    },
  )

  test.concurrent(
    'the embed ends at the absolute limit and removes personal data from the screen',
    long,
    async () => {
      await using site = await learnerSite({ expiresIn: 16, absoluteSeconds: 32 })
      await using context = await newContext()
      const { happened, frame } = await openReady(context, site)
      await until(async () => (await happened()).includes('tokenExpired'))
      await frame.getByText('Your access to this page has expired').first().waitFor()
      expect(await frame.locator('body').innerText()).not.toMatch(/Biology|Midterm/)
      expect(await frame.getByRole('button').count()).toBe(0)
      expect(refreshesOf(await happened())).toBeGreaterThan(0)
    },
  )

  test.concurrent('the embed recovers from a callback that fails', long, async () => {
    await using site = await learnerSite({ expiresIn: 18 })
    await using context = await newContext()
    site.failNext(1)
    await refreshed(await openReady(context, site), 1)
    expect(site.asked()).toBe(2)
  })

  test.concurrent('the embed ends when the callback fails until the token has expired', long, async () => {
    await using site = await learnerSite({ expiresIn: 18 })
    await using context = await newContext()
    site.failNext(1000)
    const { happened, frame } = await openReady(context, site)
    await until(async () => (await happened()).includes('tokenExpired'))
    await frame.getByText('Your access to this page has expired').first().waitFor()
  })

  test.concurrent(
    'a token that is revoked between two refreshes is replaced at once, and the request is repeated',
    long,
    async () => {
      const scene = await makeRunning()
      await using site = await openSite(scene, {
        elementType: 'assessment-viewer',
        targetUserSid: scene.userSid,
      })
      await using context = await newContext()
      const { frame, happened } = await openReady(context, site)
      await site.refreshBehind()
      const askedAt = performance.now()
      await frame.getByRole('button', { name: 'Refresh' }).click()
      await frame.getByText('The record is up to date.').waitFor()
      inTime(performance.now() - askedAt, 5000)
      expect(site.asked()).toBe(1)
      expect(sinceReady(await happened())).toEqual(['ready', 'error token_refused', 'tokenRefreshed'])
      expect(await frame.getByText('Reconnecting').count()).toBe(0)
    },
  )

  test.concurrent(
    'no token appears in an address, storage, cookies, the page or the console',
    long,
    async () => {
      await using site = await learnerSite({ expiresIn: 18 })
      await using context = await newContext()
      const trail: Trail = { said: [], urls: [] }
      const embedded = await openReady(context, site, trail)
      await refreshed(embedded, 1)
      const { page, frame } = embedded
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
    },
  )
})

const everythingStored = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(), name, history.state,
]))()`
