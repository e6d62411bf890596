// The way into the console: setup, sign-in, second factor, forgotten password, invitation, and the way out.

import { expect, test } from 'vitest'
import {
  codeOf,
  forgetCodes,
  login,
  mailedToken,
  makeOperator,
  otherPassword,
  someEmail,
} from '../support/platform.ts'
import { inAll } from '../support/rounds.ts'
import { ownStack, usualDatabase } from '../support/stack.ts'
import { makeWorld } from '../support/world.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { enterPassword, onThisMachine, openConsole, setUp, signedInConsole } from './support/console.ts'

describeInBrowser('the way into the console', newContext => {
  test('a visitor signs in with the keyboard alone, and arrives at the address that was asked for', async () => {
    const world = await makeWorld()
    const { email, password } = await makeOperator(world)
    await using opened = await openConsole(world, newContext)
    const { page, open, reported } = opened
    await open('/operators?role=owner')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await expect.poll(() => page.getByLabel('Email address').getAttribute('autocomplete')).toBe('username')
    await expect.poll(() => page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    const problem = page.getByRole('alert').filter({ hasText: 'Invalid email or password' })
    await expect.poll(() => problem.innerText()).toMatch(/Request id: [\w-]{36}/)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('heading', { name: 'Operators' }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/operators?role=owner')
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toMatch(/invigil_(?:session|key)/)
    expect(reported).toEqual([])
  })

  test.runIf(inAll('integration/platform/auth/mfa'))(
    'a second factor is enrolled with a QR code and recovery codes, and asked for at the next sign-in',
    async () => {
      const world = await makeWorld()
      await using opened = await signedInConsole(world, newContext)
      const { page, open, person } = opened
      await open('/security')
      await page.getByRole('button', { name: 'Add an authenticator app' }).click()
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      const secret = await page.locator('.dialog code').innerText()
      expect(await violationsOf(page)).toEqual([])
      await page.getByLabel('Code of the app').fill(codeOf(secret))
      await page.getByLabel('Code of the app').press('Enter')
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
      await expect.poll(() => page.locator('.recovery-codes li').count()).toBe(10)
      await page.getByRole('button', { name: 'I have stored them' }).click()
      await page.getByText('A sign-in requires a code').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await enterPassword(page, person)
      const code = page.getByLabel('Code')
      await code.waitFor()
      await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code')
      await forgetCodes(person)
      await code.fill(codeOf(secret))
      await code.press('Enter')
      await page.getByRole('heading', { name: 'Test install' }).waitFor()
    },
  )

  test.runIf(inAll('integration/platform/auth/passwords'))(
    'a forgotten password is reset by the mailed link',
    async () => {
      const world = await makeWorld()
      const person = await makeOperator(world)
      await using opened = await openConsole(world, newContext)
      const { page, open } = opened
      await open('/forgot')
      await page.getByLabel('Email address').fill(person.email)
      await page.getByLabel('Email address').press('Enter')
      await page.getByText('a mail is on its way').waitFor()
      await open(`/reset#token=${await mailedToken(world.stack, person.email)}`)
      expect(new URL(page.url()).hash).toBe('')
      await page.locator('input[name="password"]').fill(otherPassword)
      await page.getByLabel('The same once more').fill(otherPassword)
      await page.getByLabel('The same once more').press('Enter')
      await page.getByText('Your password is set').waitFor()
      expect((await login(person, { password: otherPassword })).status).toBe(200)
    },
  )

  test.runIf(inAll('integration/platform/operators/operators'))(
    'an invited operator chooses a password and signs in',
    async () => {
      const world = await makeWorld()
      await using opened = await signedInConsole(world, newContext)
      const { page, open } = opened
      const email = someEmail()
      await open('/operators')
      await page.getByRole('button', { name: 'Invite an operator' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Omar')
      await dialog.getByLabel('Email address').fill(email)
      await dialog.getByRole('button', { name: 'Invite an operator' }).click()
      await page.getByText('The invitation is sent.').waitFor()
      await page.getByText(email).waitFor()
      await using guest = await openConsole(world, newContext)
      await guest.open(`/accept#token=${await mailedToken(world.stack, email)}`)
      await guest.page.locator('input[name="password"]').fill(otherPassword)
      await guest.page.getByLabel('The same once more').fill(otherPassword)
      await guest.page.getByLabel('The same once more').press('Enter')
      await guest.page.getByRole('link', { name: 'Sign in' }).click()
      await enterPassword(guest.page, { email, password: otherPassword })
      await guest.page.getByRole('heading', { name: 'Test install' }).waitFor()
      await guest.page.getByText('Viewer', { exact: true }).waitFor()
    },
  )

  test('when the session ends, the page asks to sign in again and keeps what was entered', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open, person } = opened
    await open('/installs')
    await page.getByRole('button', { name: 'New install' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('North campus')
    await page.context().clearCookies()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    await enterPassword(page, person)
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('North campus')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'North campus' }).waitFor()
  })

  test('a lost connection is shown, what was entered stays, and is sent when the connection is back', {
    timeout: 120_000,
  }, async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open('/installs')
    await page.getByRole('button', { name: 'New install' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('South campus')
    await page.context().setOffline(true)
    await page
      .getByRole('status')
      .filter({ hasText: 'There is no connection.' })
      .waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('The service cannot be reached').waitFor()
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('South campus')
    await page.context().setOffline(false)
    await page.getByText('There is no connection.').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'South campus' }).waitFor()
  })

  test.runIf(inAll('integration/platform/auth/setup'))(
    'a new system is set up by its first visitor',
    { timeout: 120_000 },
    async () => {
      const stack = await ownStack(usualDatabase)
      try {
        await using opened = await openConsole({ stack }, newContext, onThisMachine)
        const { page, open, calls } = opened
        await setUp(opened)
        await page.getByRole('navigation').waitFor()
        expect(calls).toContain('POST /api/auth/setup')
        await open('/setup')
        await page.getByText('This system is set up already.').waitFor()
      } finally {
        await stack.close()
      }
    },
  )
})
