import { expect, test } from 'vitest'
import { login, mailsTo, makeOperator, resetLink } from '../support/platform.ts'
import { sharedStack } from '../support/stack.ts'
import { makeWorld } from '../support/world.ts'
import { audit } from './support/audit.ts'
import { describeInBrowser } from './support/browser.ts'
import {
  alertOf,
  chosen,
  faulty,
  link,
  openResetPage,
  problem,
  secret,
  statusOf,
} from './support/reset-page.ts'

describeInBrowser('the page of a password link', newContext => {
  test('sets the password, confirms it, and keeps neither the link nor the password', async () => {
    const { page, posted, fill, submit } = await openResetPage(newContext, link, [{ status: 204 }])
    expect(await page.title()).toBe('Choose a new password')
    await fill(chosen)
    await submit()
    await page.getByText('Your password is set. You are signed out everywhere.').waitFor()
    const { origin } = new URL(page.url())
    expect(posted).toEqual([
      { path: '/api/auth/reset-password', body: { token: secret, password: chosen }, origin },
    ])
    expect(await page.locator('form:visible').count()).toBe(0)
    await expect.poll(() => page.locator(':focus').innerText()).toContain('Your password is set.')
    expect(await page.locator('#password').inputValue()).toBe('')
  })

  test('a mailed link sets a password that signs in; the link works once', async () => {
    const person = await makeOperator(await makeWorld())
    const { baseUrl } = person.world.stack
    const address = `${baseUrl}/reset-password#token=${await resetLink(person)}`
    const page = await (await newContext()).newPage()
    const setPassword = async (password: string, said: string) => {
      await page.goto(address)
      await page.getByLabel('New password').fill(password)
      await page.getByLabel('The same once more').fill(password)
      await page.getByRole('button', { name: 'Set the password' }).click()
      await page.getByText(said).waitFor()
    }
    await setPassword('password1', 'Is one of the most common passwords. Choose another one.')
    await setPassword(chosen, 'Your password is set.')
    expect((await login(person)).status).toBe(401)
    expect((await login(person, { password: chosen })).status).toBe(200)

    await setPassword('another lantern', 'This link was used or is too old.')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.getByText('a mail is on its way').waitFor()
    const mails = await mailsTo(person.world.stack, person.email, 3)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Choose a new password',
      'Your password was changed',
      'Choose a new password',
    ])
  })

  test('the secret is removed from the address bar and the history, and no requested URL contains it', async () => {
    const { baseUrl } = await sharedStack()
    const page = await (await newContext()).newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await page.goto(`${baseUrl}/reset-password${link}`)
    await page.getByLabel('New password').waitFor()
    expect(page.url()).toBe(`${baseUrl}/reset-password`)
    expect(await page.content()).not.toContain(secret)
    // Playwright includes the fragment in the page's own address; browsers do not send it.
    expect(asked.slice(1).join()).not.toContain(secret)
    await page.goto(`${baseUrl}/openapi.json`)
    await page.goBack()
    expect(page.url()).toBe(`${baseUrl}/reset-password`)
  })

  test('a link that is opened in a tab with the page already open is used', async () => {
    const { page, posted, fill, submit } = await openResetPage(newContext, '', [{ status: 204 }])
    await page.goto(`${page.url()}${link}`)
    await fill(chosen)
    expect(page.url()).not.toContain('#')
    await submit()
    await statusOf(page).waitFor()
    expect(posted[0]?.body).toEqual({ token: secret, password: chosen })
  })

  test('an expired or used link offers to request a new one', async () => {
    const answers = [problem(400, 'reset_token_invalid'), { status: 202 }]
    const { page, posted, fill, submit } = await openResetPage(newContext, link, answers)
    await fill(chosen)
    await submit()
    await page.getByText('This link was used or is too old. Ask for a new one.').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('email')
    await page.keyboard.type(' ada@school.example ')
    await page.keyboard.press('Enter')
    await page
      .getByText('If there is an account of ada@school.example, a mail is on its way to it.')
      .waitFor()
    expect(posted[1]).toMatchObject({
      path: '/api/auth/forgot-password',
      body: { email: 'ada@school.example' },
    })
    expect(await alertOf(page).count()).toBe(0)
  })

  test('a malformed token is shown as an invalid link', async () => {
    const answers = [faulty('token', 'Expected a token.')]
    const { page, fill, submit } = await openResetPage(newContext, '#token=x', answers)
    await fill(chosen)
    await submit()
    await page.getByText('This link was used or is too old.').waitFor()
  })

  test.each(['', '#', '#token=', '#other=1'])(
    'without a token (%s) the page shows the form for the email address',
    async hash => {
      const { page } = await openResetPage(newContext, hash)
      await page.getByLabel('Email address').waitFor()
      expect(await page.getByLabel('New password').isVisible()).toBe(false)
      await expect.poll(() => statusOf(page).innerText()).toContain('needs the link of a mail')
    },
  )

  test('a problem with the password is shown at its field, and the form can be sent again', async () => {
    const answers = [
      faulty('password', 'Is one of the most common passwords. Choose another one.'),
      { status: 204 },
    ]
    const { page, fill, submit } = await openResetPage(newContext, link, answers)
    await fill('password1')
    await submit()
    await page
      .locator('#password-error', { hasText: 'Is one of the most common passwords. Choose another one.' })
      .waitFor()
    const field = page.locator('[aria-invalid="true"]')
    await expect.poll(() => field.getAttribute('aria-describedby')).toContain('password-error')
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('password')
    await fill(chosen)
    await submit()
    await page.getByText('Your password is set.').waitFor()
    expect(await field.count()).toBe(0)
  })

  test('different or missing passwords are not sent', async () => {
    const { page, posted, fill, submit } = await openResetPage(newContext, link)
    await submit()
    await page.getByText('Please choose a password.').waitFor()
    await fill(chosen, `${chosen}.`)
    await submit()
    await page.getByText('This is another password').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('repeated')
    expect(posted).toEqual([])
  })

  test.each([
    ['too many tries', problem(429, 'too_many_attempts'), 'try again later'],
    ['an internal error', problem(500, 'internal'), 'failed on our side'],
    ['a response that is not JSON', { status: 502, body: undefined }, 'failed on our side'],
    ['an unreachable service', undefined, 'cannot be reached'],
  ])('%s is shown, and the same form can be sent again', async (_, answer, said) => {
    const { page, fill, submit } = await openResetPage(newContext, link, [answer, { status: 204 }])
    await fill(chosen)
    await submit()
    await expect.poll(() => alertOf(page).innerText()).toContain(said)
    await submit()
    await page.getByText('Your password is set.').waitFor()
    expect(await alertOf(page).count()).toBe(0)
  })

  test('the password can be shown, and is hidden when it is sent', async () => {
    const { page, fill, submit } = await openResetPage(newContext, link, [problem(429, 'too_many_attempts')])
    await fill(chosen)
    const types = () => page.locator('#password, #repeated').evaluateAll(all => all.map(one => one['type']))
    expect(await types()).toEqual(['password', 'password'])
    await page.getByLabel('Show what I type').check()
    expect(await types()).toEqual(['text', 'text'])
    await submit()
    await alertOf(page).waitFor()
    expect(await types()).toEqual(['password', 'password'])
    for (const id of ['password', 'repeated'])
      await expect.poll(() => page.locator(`#${id}`).getAttribute('autocomplete')).toBe('new-password')
  })

  test('the page can be used with the keyboard alone', async () => {
    const { page, posted } = await openResetPage(newContext, link, [{ status: 204 }])
    const { keyboard } = page
    for (const text of [chosen, chosen]) {
      await keyboard.press('Tab')
      await keyboard.type(text)
    }
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await expect.poll(() => page.getByLabel('Show what I type').isChecked()).toBe(true)
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await page.getByText('Your password is set.').waitFor()
    expect(posted).toHaveLength(1)
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 768, 1440])
      test(`names, labels, contrast and widths are accessible in ${colorScheme} at ${width} px`, async () => {
        const look = { colorScheme, viewport: { width, height: 800 } }
        const answers = [
          faulty('password', 'Expected 8 to 128 characters.'),
          problem(400, 'reset_token_invalid'),
        ]
        const { page, fill, submit } = await openResetPage(
          newContext,
          link,
          [...answers, { status: 202 }],
          look,
        )
        const hold = async (when: string) => expect(await audit(page), when).toEqual([])
        await hold('at first')
        await fill('short')
        await submit()
        await page.getByText('Expected 8 to 128 characters.').waitFor()
        await hold('with an error in the form')
        await submit()
        await alertOf(page).waitFor()
        await hold('with a bad link')
        await page.getByLabel('Email address').fill('ada@school.example')
        await page.getByLabel('Email address').press('Enter')
        await statusOf(page).waitFor()
        await hold('with a mail on its way')
      })
})
