// `/` and the pages of the documentation conform to WCAG 2.2 AA, without scripts, in light and dark, at every width. The
// pages of a kind share a style sheet, so one of each kind stands for all of them in the dark and at wider widths.

import { expect, test } from 'vitest'
import { documentationPages } from '../../tools/docs/site/pages.ts'
import { sharedStack } from '../support/stack.ts'
import { auditOfStaticPage } from './support/audit.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'

const widths = [320, 768, 1440]
const colorSchemes = ['light', 'dark'] as const

type Look = { schemes?: readonly (typeof colorSchemes)[number][]; sizes?: readonly number[] }

/** Opens the paths one after another in one page, in each colour scheme and at each width, and audits them. */
async function auditPages(
  newContext: NewContext,
  paths: readonly string[],
  { schemes = colorSchemes, sizes = widths }: Look = {},
): Promise<void> {
  const { baseUrl } = await sharedStack()
  const faults: Record<string, string[]> = {}
  for (const colorScheme of schemes) {
    await using context = await newContext({ colorScheme })
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(`${baseUrl}${path}`)
      for (const width of sizes) {
        await page.setViewportSize({ width, height: 800 })
        const found = await auditOfStaticPage(page)
        if (found.length > 0) faults[`${path}, ${colorScheme}, ${width} px`] = found
      }
    }
  }
  expect(faults).toEqual({})
}

describeInBrowser('pages without scripts', newContext => {
  test('GET / names its links, and conforms at 320, 768 and 1,440 px', async () => {
    await auditPages(newContext, ['/'])
    const { baseUrl } = await sharedStack()
    const page = await (await newContext({ javaScriptEnabled: false })).newPage()
    const failed: string[] = []
    page.on('requestfailed', request => failed.push(request.url()))
    await page.goto(baseUrl)
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor()
    expect(failed).toEqual([])
  })

  test('every page of the documentation conforms at 320 px in light, and one of each kind at every width in both schemes', {
    timeout: 240_000,
  }, async () => {
    const pages = Object.keys(documentationPages())
    await auditPages(newContext, pages, { schemes: ['light'], sizes: [320] })
    await auditPages(newContext, ['/docs/overview', '/docs/conventions', '/docs/embed', '/docs/start'])
  })
})

describeInBrowser('the API reference', newContext => {
  test('the header conforms in light and dark; the rest belongs to a library', {
    timeout: 120_000,
  }, async () => {
    const { baseUrl } = await sharedStack()
    for (const colorScheme of colorSchemes) {
      await using context = await newContext({ colorScheme })
      const page = await context.newPage()
      await page.goto(`${baseUrl}/docs`)
      await page.getByRole('heading', { name: 'Authentication' }).first().waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect(await violationsOf(page, ['#reference', '[data-radix-portal]']), `${width} px`).toEqual([])
      }
    }
  })
})
