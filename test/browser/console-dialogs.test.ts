// Dialogs of the console: what must not be lost stays open, and what was confirmed once is confirmed again.

import { expect, test } from 'vitest'
import { makeWorld } from '../support/world.ts'
import { describeInBrowser } from './support/browser.ts'
import { enterPassword, signedInConsole } from './support/console.ts'

describeInBrowser('dialogs of the console', newContext => {
  test('a 401 that arrives after the new sign-in does not ask to sign in once more', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open, person } = opened
    await open('/installs')
    await page.getByRole('link', { name: 'Test install' }).waitFor()
    await page.getByRole('button', { name: 'New install' }).click()
    const form = page.getByRole('dialog', { name: 'New install' })
    await form.getByLabel('Name').fill('North campus')
    await page.context().clearCookies()
    const { promise: isSignedIn, resolve: signedIn } = Promise.withResolvers<void>()
    await page.route('**/v1/installs', async route => {
      const response = await route.fetch()
      await isSignedIn
      await route.fulfill({ response })
    })
    await form.getByRole('button', { name: 'Create' }).click()
    // What is shown is read again when the tab is shown again.
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await expect
      .poll(async () => {
        await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
        return again.count()
      })
      .toBe(1)
    await enterPassword(page, person)
    await again.waitFor({ state: 'detached' })
    signedIn()
    await form.getByRole('alert').waitFor()
    expect(await again.count()).toBe(0)
    await page.unroute('**/v1/installs')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'North campus' }).waitFor()
  })
})
