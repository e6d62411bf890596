// Dialogs of the console: what must not be lost stays open, and what was confirmed once is confirmed again.

import { expect, test } from 'vitest'
import { makeWorld } from '../support/world.ts'
import { describeInBrowser } from './support/browser.ts'
import { enterPassword, openConsole, signedInConsole } from './support/console.ts'
import { fetchOf } from './support/route.ts'

describeInBrowser('dialogs of the console', newContext => {
  test('a secret that is shown once stays, however often Escape is pressed', async () => {
    const world = await makeWorld()
    const statements = [{ effect: 'Allow', actions: ['sp:ListCourses'], resources: ['*'] }]
    const body = { name: 'LMS', role: 'learner', policy: { version: '1', statements } }
    await world.admin('POST', '/api/credentials', { body })
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open('/access')
    await page.getByRole('button', { name: 'Rotate LMS' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
    const secret = page.getByRole('dialog', { name: 'New secret' })
    await secret.locator('code').waitFor()
    // Browsers let a page prevent only the first of several.
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    // The browser has closed the dialog by the second one, and the page shows it again on the event `close`.
    await secret.locator('code').waitFor()
    await secret.getByRole('button', { name: 'Close' }).click()
    await secret.waitFor({ state: 'detached' })
  })

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
      const response = await fetchOf(route)
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

  test('an address that was typed to confirm is typed again when the dialog is opened again', async () => {
    const world = await makeWorld()
    const userSid = await world.user({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' })
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/users/${userSid}`)
    const button = page.getByRole('button', { name: 'Erase this person' })
    const dialog = page.getByRole('dialog')
    await button.click()
    await dialog.getByRole('textbox').fill('ada@school.example')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await button.click()
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('')
  })

  test('after the dialog of a record that is deleted, the focus is in the page', async () => {
    const world = await makeWorld()
    const body = { name: 'Northern', installSids: [] }
    expect((await world.admin('POST', '/v1/proctors', { body })).status).toBeLessThan(300)
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/users`)
    await page.getByRole('button', { name: 'Delete Northern' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are no proctor accounts.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
  })

  test('a code that the service could not check can be sent again', async () => {
    const world = await makeWorld()
    await using opened = await openConsole(world, newContext)
    const { page, open } = opened
    await page.route('**/api/auth/login', route => route.fulfill({ json: { mfaToken: 'a challenge' } }))
    await page.route('**/api/auth/mfa/verify', route => route.fulfill({ status: 503 }))
    await open('/sign-in')
    await enterPassword(page, { email: 'ada@school.example', password: 'Battery5staple!' })
    await page.getByLabel('Code').fill('123456')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByLabel('Code').inputValue()).toBe('123456')
  })
})
