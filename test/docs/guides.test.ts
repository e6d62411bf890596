// Runs the blocks of the guides literally. The start page runs first and starts the system that the guides use.

import { afterAll, test } from 'vitest'
import { describeInBrowser } from '../browser/support/browser.ts'
import { isGuide, pages } from '../support/docs/blocks.ts'
import { newReader } from '../support/docs/reader.ts'

const start = 'docs/start.md'
/** Guides whose blocks are run by another test. */
const elsewhere = new Set(['docs/webhooks.md', 'docs/guides/incidents.md', 'docs/guides/point-in-time.md'])
const guides = pages.filter(page => isGuide(page) && page !== start && !elsewhere.has(page))

const reader = newReader()
afterAll(() => reader.close())

test.each([start, ...guides])('%s: each block does what the page describes', { timeout: 240_000 }, page =>
  reader.read(page),
)

test('the start page can be followed again with the same state', { timeout: 240_000 }, () =>
  reader.read(start),
)

describeInBrowser('in a browser', newContext => {
  test('the page of the embedding guide shows the exam', async () => {
    const page = await (await newContext()).newPage()
    await page.goto(reader.originOf(8790))
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 })
    await page.frameLocator('iframe').getByText('Midterm').first().waitFor({ timeout: 60_000 })
  })
})
