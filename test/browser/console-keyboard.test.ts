// The console without a mouse: each control of each page is reached and visibly focused, and a task is done.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { someEmail } from '../support/platform.ts'
import { describeInBrowser } from './support/browser.ts'
import { loaded, signedInConsole } from './support/console.ts'
import { type ConsoleScene, makeConsoleScene } from './support/console-pages.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await makeConsoleScene()
})

/** Numbers the controls that Tab must reach. Of radio buttons it reaches one per group. */
const number = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter(each => !each.disabled && each.type !== 'radio' && each.tabIndex >= 0)
  .filter(each => each.checkVisibility({ visibilityProperty: true }))
  .map((each, at) => (each.dataset.stop = at)).length`

/** The controls that have been numbered, by their number. */
const numbered = `Object.fromEntries([...document.querySelectorAll('[data-stop]')]
  .map(each => [each.dataset.stop, each.outerHTML.slice(0, 120)]))`

const focused = `(() => {
  const { activeElement: element } = document
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  return {
    stop: element.dataset.stop,
    isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 || boxShadow !== 'none',
    html: element.outerHTML.slice(0, 120),
  }
})()`
type Focused = { stop?: string; isVisible: boolean; html: string }

/** Presses Tab through the page. Returns the controls that it does not reach, and those without a visible focus. */
async function unreached(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const count = await page.evaluate<number>(number)
  const reached = new Set<string>()
  const unseen: string[] = []
  for (let press = 0; press < count + 20 && reached.size < count; press++) {
    await page.keyboard.press('Tab')
    const { stop, isVisible, html } = await page.evaluate<Focused>(focused)
    if (stop === undefined || reached.has(stop)) continue
    reached.add(stop)
    if (!isVisible) unseen.push(html)
  }
  const all = await page.evaluate<Record<string, string>>(numbered)
  return { missed: Object.entries(all).flatMap(([stop, html]) => (reached.has(stop) ? [] : html)), unseen }
}

const hasFocus = async (page: Page, control: Locator): Promise<boolean> =>
  (await control.and(page.locator(':focus')).count()) === 1

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < 100; press++) {
    if (await hasFocus(page, control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control.')
}

describeInBrowser('the console with the keyboard alone', newContext => {
  test('Tab reaches each control of each page, with a visible focus', { timeout: 240_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext)
    const { page, open } = opened
    const faults: Record<string, unknown> = {}
    for (const [name, path] of Object.entries(scene.paths)) {
      await open(path)
      await loaded(page)
      const found = await unreached(page)
      if (found.missed.length + found.unseen.length > 0) faults[name] = found
    }
    expect(faults).toEqual({})
  })

  test('an operator is invited; Escape leaves a dialog, and the focus returns to its button', {
    timeout: 120_000,
  }, async () => {
    await using opened = await signedInConsole(scene.world, newContext)
    const { page, open } = opened
    const email = someEmail()
    await open('/operators')
    await loaded(page)
    const invite = page.getByRole('main').getByRole('button', { name: 'Invite an operator' })
    await tabTo(page, invite)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(page, invite)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Name').waitFor()
    await tabTo(page, dialog.getByLabel('Name'))
    await page.keyboard.type('Omar')
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.getByText('The invitation is sent.').waitFor()
    await page.getByText(email).waitFor()
  })

  test('a dialog that is closed with Escape opens again at once', { timeout: 120_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext)
    const { page, open } = opened
    await open('/operators')
    await loaded(page)
    const invite = page.getByRole('main').getByRole('button', { name: 'Invite an operator' })
    const button = await invite.elementHandle()
    await invite.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').waitFor()
    // In one task, as if Enter were pressed before the event `close`.
    await dialog.evaluate((element, opener) => {
      Object(element).requestClose()
      Object(opener).click()
    }, button)
    await page.waitForTimeout(500)
    await dialog.getByLabel('Name').waitFor()
  })
})
