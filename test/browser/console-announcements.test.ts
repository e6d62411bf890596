// What the console says after an action, to the eye and to screen readers.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

/** Records what screen readers read: the texts that appear in the place of announcements. */
const watch = (page: Page) =>
  page.evaluate(`
    globalThis.heard = []
    const note = ({ target }) => {
      const place = (target instanceof Element ? target : target.parentElement)?.closest('.announcer')
      // Nothing outside of a modal dialog exists for screen readers while it is open.
      const isInert = place?.closest('dialog') !== document.querySelector('dialog[open]')
      if (place?.textContent && !isInert) heard.push(place.textContent)
    }
    new MutationObserver(changes => changes.forEach(note)).observe(document.body, {
      childList: true, characterData: true, subtree: true,
    })`)

const heard = (page: Page) => page.evaluate('heard') as Promise<string[]>

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const notCopied = 'Not copied: the browser does not allow it. The text is selected, so that you can copy it.'

/** Takes the clipboard away, as browsers do for a page without https or without the permission. */
const without = { clipboard: 'delete Navigator.prototype.clipboard', permission: 'void 0' }

const selection = (page: Page) => page.evaluate('getSelection().toString()')

describeInBrowser('announcements of the console', newContext => {
  test('the same announcement is read again when its action is repeated', async () => {
    await using opened = await signedInConsole(world, newContext, clipboard)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/settings`)
    await watch(page)
    const copy = page.getByRole('button', { name: 'Copy: Id' })
    await copy.click()
    await expect.poll(() => heard(page)).toEqual(['Copied.'])
    await copy.click()
    await expect.poll(() => heard(page)).toEqual(['Copied.', 'Copied.'])
  })

  test('an announcement is read in the dialog of its action, and after the dialog that it closes', async () => {
    await using opened = await signedInConsole(world, newContext, clipboard)
    const { page, open } = opened
    await open('/access')
    await page.getByRole('button', { name: 'New credential' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Reports')
    await dialog.getByRole('button', { name: 'New credential' }).click()
    await page.getByRole('heading', { name: 'Credential created' }).waitFor()
    await watch(page)
    await dialog.getByRole('button', { name: 'Copy: Secret' }).click()
    await expect.poll(() => heard(page)).toEqual(['Copied.'])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await open('/webhooks')
    await watch(page)
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/new')
    await dialog.getByRole('button', { name: 'Generate a secret' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => heard(page)).toEqual(['The endpoint is created.'])
  })

  test.each(['clipboard', 'permission'] as const)(
    'without the %s, a text that cannot be copied is selected, and the page states it',
    async missing => {
      await using opened = await signedInConsole(world, newContext, { permissions: [] })
      const { page, open, reported } = opened
      await page.addInitScript(without[missing])
      await open(`/installs/${world.installSid}/settings`)
      await page.getByRole('button', { name: 'Copy: Id' }).click()
      await page.getByRole('status').filter({ hasText: notCopied }).waitFor()
      expect(await selection(page)).toBe(world.installSid)
      await open(`/installs/${world.installSid}`)
      const command = page.locator('.command').first()
      await command.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('status').filter({ hasText: notCopied }).waitFor()
      expect(await selection(page)).toBe(await command.locator('pre').innerText())
      expect(reported).toEqual([])
    },
  )
})
