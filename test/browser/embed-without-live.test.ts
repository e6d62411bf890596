// The pages of learners and proctors where WebSockets are missing, blocked or refused.

import { expect, test } from 'vitest'
import { describeInBrowser, type NewContext } from './support/browser.ts'
import { sinceReady } from './support/embed-page.ts'
import { livePages } from './support/live.ts'
import { fetchOf } from './support/route.ts'
import { addLearner, makeRunning, makeScene } from './support/scene.ts'

const long = { timeout: 120_000 }

/** What takes the WebSocket from a page. */
const without: Record<string, Parameters<typeof livePages>[2]> = {
  'a browser without WebSockets': {
    prepare: context => context.addInitScript('delete globalThis.WebSocket'),
  },
  'a WebSocket whose constructor throws': {
    prepare: context =>
      context.addInitScript("globalThis.WebSocket = class { constructor() { throw new Error('blocked') } }"),
  },
  'a service that refuses the token': {
    prepare: context =>
      context.routeWebSocket('**/connection/websocket', socket => {
        void socket.close({ code: 3500, reason: 'invalid token' })
      }),
  },
  'a network that closes WebSockets': {
    prepare: context =>
      context.routeWebSocket('**/connection/websocket', socket => {
        void socket.close({ code: 1011 })
      }),
  },
  'a policy that blocks WebSockets': {
    prepare: context =>
      context.route(/\/embed\/(exam|proctoring)-session\?/, async route => {
        const response = await fetchOf(route)
        const policy = response.headers()['content-security-policy'] ?? ''
        const blocked = policy.replace(
          /connect-src [^;]*/,
          `connect-src ${new URL(route.request().url()).origin}/v1/`,
        )
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': blocked },
        })
      }),
  },
}

const pagesWithout = async (newContext: NewContext, options: Parameters<typeof livePages>[2]) => {
  const scene = await makeRunning()
  await addLearner(scene)
  return livePages(scene, newContext, options)
}

describeInBrowser('without a live connection', newContext => {
  test.each(Object.entries(without))(
    '%s: both pages work as before, and show no error',
    long,
    async (_, options) => {
      await using pages = await pagesWithout(newContext, options)
      for (const embedded of [await pages.openLearner(), await pages.openProctor()]) {
        const { frame, page, happened } = embedded
        await page.waitForTimeout(2000)
        await expect
          .poll(() => frame.locator('#problem, #connection, #stale').allInnerTexts())
          .toEqual(['', '', ''])
        expect(await frame.getByRole('log').count()).toBe(0)
        expect(await frame.getByText(/Online|Connection lost|Not connected/).count()).toBe(0)
        expect(sinceReady(await happened())).toEqual(['ready'])
      }
    },
  )

  test('the learner starts and the proctor reads the record', long, async () => {
    const scene = await makeScene()
    await using pages = await livePages(scene, newContext, without['a browser without WebSockets'])
    const learner = await pages.openLearner()
    const proctor = await pages.openProctor()
    await learner.frame.getByRole('button', { name: 'Start the session' }).click()
    await learner.frame.getByText('Your session is running.').waitFor()
    await proctor.frame.getByRole('button', { name: 'Refresh' }).click()
    await proctor.frame.locator('section .badge').getByText('Running').first().waitFor()
  })
})
