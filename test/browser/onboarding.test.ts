import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/browser.ts'
import { audit as auditOf } from './support/reset-page.ts'
import { makeScene } from './support/scene.ts'

/** Nothing changes on these pages: each outcome is a page of its own, so there is nothing to announce. */
const audit = async (page: Page) =>
  (await auditOf(page)).filter(fault => fault !== 'There is no live region.')

/** A session that is scheduled, and a way to get a link of it. */
async function scene() {
  const { admin, at, read } = await makeScene()
  return { read, link: async () => (await admin('GET', at('/onboard'))).text('url') }
}

describeInBrowser('the page of an onboarding link', newContext => {
  test.each([true, false])('its button uses the link, also without scripts: %s', async javaScriptEnabled => {
    const { read, link } = await scene()
    const url = await link()
    const page = await (await newContext({ javaScriptEnabled })).newPage()
    await page.goto(url)
    await page.reload()
    expect((await read()).body['systemCheckStartDate']).toBeNull()
    await page.getByRole('button', { name: 'Start the system check' }).click()
    await page.getByRole('heading', { name: 'Your system check has started' }).waitFor()
    expect((await read()).body['systemCheckStartDate']).not.toBeNull()

    await page.goto(url)
    await page.getByRole('button', { name: 'Start the system check' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })

  test('the keyboard alone is enough', async () => {
    const { read, link } = await scene()
    const page = await (await newContext()).newPage()
    await page.goto(await link())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your system check has started' }).waitFor()
    expect((await read()).body['systemCheckStartDate']).not.toBeNull()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 1000])
      test(`names, labels, contrast and widths hold in ${colorScheme} at ${width} px`, async () => {
        const { link } = await scene()
        const page = await (await newContext({ colorScheme, viewport: { width, height: 800 } })).newPage()
        const url = await link()
        for (const heading of ['Your system check has started', 'This link does not work']) {
          await page.goto(url)
          expect(await page.title()).toBe('Start your system check')
          expect(await audit(page), 'before').toEqual([])
          await page.getByRole('button').click()
          await page.getByRole('heading', { name: heading }).waitFor()
          expect(await page.title()).toBe(heading)
          expect(await audit(page), heading).toEqual([])
        }
      })
})
