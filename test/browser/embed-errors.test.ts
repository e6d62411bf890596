// What the learner and the embedding page see of an error, within 5 seconds of its cause.

import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTime } from '../support/late.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Embedded, openPage, openReady } from './support/embed-page.ts'
import { fetchOf } from './support/route.ts'
import { makeScene } from './support/scene.ts'
import { openSite, type Site, type SiteOptions } from './support/site.ts'
import { until } from './support/until.ts'

const limit = 5_000 // milliseconds

async function learnerSite(options: Partial<SiteOptions> = {}): Promise<Site> {
  const scene = await makeScene()
  return openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid, ...options })
}

/** Waits for an event and returns the time from `since` by the clock of the page, in milliseconds. */
async function timeOf(event: string, { happened, page }: Embedded, since: number): Promise<number> {
  await until(async () => (await happened()).includes(event))
  return (await page.evaluate<number>(`times[happened.indexOf('${event}')]`)) - since
}

/** Returns when the browser requests the frame's page. */
const frameRequest = (context: BrowserContext): Promise<number> =>
  context
    .waitForEvent('request', request => /\/embed\/exam-session\?/.test(request.url()))
    .then(() => Date.now())

/** Intercepts the requests for the frame's page. */
async function onFrame(context: BrowserContext, referer: string | undefined, isPolicyKept: boolean) {
  await context.route(/\/embed\/exam-session\?/, async route => {
    const { referer: _, ...sent } = await route.request().allHeaders()
    const response = await fetchOf(route, { headers: { ...sent, ...(referer && { referer }) } })
    const { 'content-security-policy': policy = '', ...headers } = response.headers()
    await route.fulfill({
      response,
      headers: { ...headers, ...(isPolicyKept && { 'content-security-policy': policy }) },
    })
  })
}

describeInBrowser('a page whose origin is not allowed', newContext => {
  test('shows a message instead of the exam, in the language of the page, and emits an error', async () => {
    await using site = await learnerSite({ isUnlisted: true, look: { locale: 'de' } })
    await using context = await newContext()
    const since = Date.now()
    const embedded = await openPage(context, site)
    const { frame, happened, audit, page } = embedded
    inTime(await timeOf('error origin_not_allowed', embedded, since), limit)
    await frame.getByText('Ihre Prüfung kann auf dieser Website nicht angezeigt werden').waitFor()
    expect(await audit()).toEqual([])
    await expect.poll(() => page.evaluate('heights.at(-1) > 100')).toBe(true)
    expect(await happened()).toEqual(['error origin_not_allowed'])
    expect(await frame.evaluate('document.querySelectorAll("button, a, input, form").length')).toBe(0)
  })

  test('that hides its origin is blocked by the browser, and shows a message', async () => {
    await using site = await learnerSite({ isUnlisted: true })
    await using context = await newContext()
    await onFrame(context, undefined, true)
    const cause = frameRequest(context)
    const embedded = await openPage(context, site)
    const { frame, page } = embedded
    inTime(await timeOf('error network', embedded, await cause), limit)
    expect(frame.url()).toMatch(/^chrome-error:/)
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
  })

  test('the frame shows nothing even in a browser that ignores frame-ancestors', async () => {
    await using site = await learnerSite({ isUnlisted: true })
    await using context = await newContext()
    await onFrame(context, undefined, false)
    const { frame, happened } = await openPage(context, site)
    await frame.getByText('cannot be shown on this website').first().waitFor()
    expect(await happened()).toEqual(['error origin_not_allowed'])
    expect(await frame.locator('body').innerText()).not.toMatch(/Biology|Midterm/)
  })
})

describeInBrowser('tokens that are refused', newContext => {
  test('are replaced at once: the page gets an error event, and the learner sees the exam', async () => {
    await using site = await learnerSite()
    await site.refreshBehind()
    await using context = await newContext()
    const since = Date.now()
    const { happened } = await openReady(context, site)
    inTime(Date.now() - since, 2 * limit)
    expect(await happened()).toEqual(['error token_refused', 'tokenRefreshed', 'ready'])
  })

  test('without replacements show the learner a message, and emit an error', async () => {
    await using site = await learnerSite()
    await site.refreshBehind()
    site.failNext(1000)
    await using context = await newContext()
    const since = Date.now()
    const embedded = await openPage(context, site)
    const { happened, frame, audit } = embedded
    inTime(await timeOf('error token_refused', embedded, since), limit)
    inTime(await timeOf('error callback_failed', embedded, since), limit)
    await frame.getByRole('alert').filter({ hasText: 'your access was not accepted' }).waitFor()
    expect(await audit()).toEqual([])
    site.failNext(0)
    await frame.getByText('You can start now.').waitFor()
    expect((await happened()).slice(-2)).toEqual(['tokenRefreshed', 'ready'])
  })

  test('an element token with a wrong signature shows the same message and emits the same final error', async () => {
    await using site = await learnerSite()
    await using context = await newContext()
    await context.route('**/tokens', async route => {
      const response = await fetchOf(route)
      const body = await response.json()
      const [head, claims] = body.elementToken.split('.')
      await route.fulfill({ response, json: { ...body, elementToken: `${head}.${claims}.AAAA` } })
    })
    const since = Date.now()
    const embedded = await openPage(context, site)
    const { frame } = embedded
    inTime(await timeOf('error token_refused', embedded, since), limit)
    await frame.getByText('your access was not accepted').first().waitFor()
    expect(await frame.getByRole('button').count()).toBe(0)
  })
})

describeInBrowser('the network', newContext => {
  test('a frame that does not load shows a message, emits an error, and loads when the network returns', async () => {
    await using site = await learnerSite()
    await using context = await newContext()
    await context.route(/\/embed\/exam-session\?/, route => route.abort(), { times: 1 })
    const cause = frameRequest(context)
    const embedded = await openPage(context, site)
    const { page, happened } = embedded
    inTime(await timeOf('error network', embedded, await cause), limit)
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    await page.evaluate("dispatchEvent(new Event('online'))")
    await until(async () => (await happened()).includes('ready'))
    expect(await page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => page.locator('iframe').isVisible()).toBe(true)
  })

  test('a service that does not respond emits an error, and the learner sees that it is slow', async () => {
    await using site = await learnerSite()
    await using context = await newContext()
    const embedded = await openReady(context, site)
    const { frame } = embedded
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await context.route('**/v1/**/start', async route => {
      await held
      await route.continue()
    })
    const since = Date.now()
    await frame.getByRole('button', { name: 'Start the session' }).click()
    inTime(await timeOf('error network', embedded, since), limit)
    await frame.getByText('The connection is slow').waitFor()
    release()
    await frame.getByText('Your session is running.').waitFor()
    expect(await frame.getByText('The connection is slow').count()).toBe(0)
  })

  test('a device that goes offline emits an error at once, and the page stays visible', async () => {
    await using site = await learnerSite()
    await using context = await newContext()
    const embedded = await openReady(context, site)
    const { frame } = embedded
    const since = Date.now()
    await context.setOffline(true)
    inTime(await timeOf('error network', embedded, since), limit)
    await frame.getByText('You are offline').waitFor()
    await frame.getByText('You can start now.').waitFor()
    await context.setOffline(false)
    await until(async () => (await frame.getByText('You are offline').count()) === 0)
  })
})
