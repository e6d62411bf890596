import { expect, test } from 'vitest'
import { auditOfStaticPage as audit } from './support/audit.ts'
import { describeInBrowser } from './support/browser.ts'
import { makeScene } from './support/scene.ts'

/** Schedules a session and returns a function that creates a link for it. */
async function scene() {
  const { admin, at, read } = await makeScene()
  return { read, link: async () => (await admin('GET', at('/onboard'))).text('url') }
}

describeInBrowser('the page of an onboarding link', newContext => {
  test.each([true, false])('the button uses the link, with scripts enabled: %s', async javaScriptEnabled => {
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

  test('the page can be used with the keyboard alone', async () => {
    const { read, link } = await scene()
    const page = await (await newContext()).newPage()
    await page.goto(await link())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your system check has started' }).waitFor()
    expect((await read()).body['systemCheckStartDate']).not.toBeNull()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 768, 1440])
      test(`names, labels, contrast and widths are accessible in ${colorScheme} at ${width} px`, async () => {
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
