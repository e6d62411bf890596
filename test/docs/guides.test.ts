// A reader does what the pages say, literally: the start first, which starts the system that the guides talk to.

import { afterAll, test } from 'vitest'
import { describeInBrowser } from '../browser/support/browser.ts'
import { isGuide, pages } from '../support/docs/blocks.ts'
import { newReader } from '../support/docs/reader.ts'

const start = 'docs/start.md'
/** Whose blocks a test of its own tries. */
const elsewhere = new Set(['docs/webhooks.md'])
const guides = pages.filter(page => isGuide(page) && page !== start && !elsewhere.has(page))

const reader = newReader()
afterAll(() => reader.close())

test.each([start, ...guides])('%s: each block does what the page says', { timeout: 120_000 }, page =>
  reader.read(page),
)

describeInBrowser('in a browser', newContext => {
  test('the page of the guide to embedding shows the exam', async () => {
    const page = await (await newContext()).newPage()
    await page.goto(reader.originOf(8790))
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 15_000 })
    await page.frameLocator('iframe').getByText('Midterm').first().waitFor({ timeout: 15_000 })
  })
})
