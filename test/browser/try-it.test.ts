// "Test Request" of the API reference: the page sends requests with a real credential to this system, and to no other.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedInAs } from '../support/platform.ts'
import { sharedStack } from '../support/stack.ts'
import { issueToken } from '../support/tokens.ts'
import { makeWorld } from '../support/world.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'

/** A request of the reference: the operation, its secret, and the values of its path parameters. */
type Try = {
  tag: string
  summary: string
  method: string
  path: string
  secret: string
  variables?: Record<string, string>
}

type Outcome = {
  url: string
  status: number
  body: unknown
  headers: Record<string, string>
  /** What the page shows of the response. */
  shown: string
  /** Complaints of the browser, and requests to other origins. */
  wrong: string[]
  /** What the browser stores after the request. */
  stored: string
}

/** Opens the operation, fills in the form and sends it. */
async function tryIt(newContext: NewContext, request: Try): Promise<Outcome> {
  const { tag, summary, method, path, secret, variables = {} } = request
  const { baseUrl } = await sharedStack()
  await using context = await newContext({ viewport: { width: 1300, height: 900 } })
  const page = await context.newPage()
  const wrong = complaintsOf(page, baseUrl)
  await page.goto(`${baseUrl}/docs#tag/${tag}/${method.toUpperCase()}${path}`)
  await page.getByRole('main').getByRole('heading', { name: summary, exact: true }).waitFor()
  await page.getByRole('button', { name: `Test Request (${method} ${path})`, exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'API Client' })
  await dialog
    .getByRole('region', { name: /^Authentication/ })
    .getByRole('textbox')
    .fill(secret)
  for (const [name, value] of Object.entries(variables)) {
    const box = page.getByRole('checkbox', { name: `Include ${name} in request` })
    await dialog.getByRole('row').filter({ has: box }).getByRole('combobox', { name: 'Value' }).fill(value)
  }
  const [response] = await Promise.all([
    page.waitForResponse(each => each.request().resourceType() === 'fetch'),
    dialog.getByRole('button', { name: new RegExp(`^Send ${method} request to`) }).click(),
  ])
  const raw = await response.text()
  const result = dialog.getByRole('region', { name: 'Response', exact: true })
  await result.getByText(String(response.status())).first().waitFor()
  return {
    url: response.url(),
    status: response.status(),
    body: JSON.parse(raw),
    headers: await response.request().allHeaders(),
    shown: await result.innerText(),
    wrong,
    stored: await page.evaluate(
      'indexedDB.databases().then(all => JSON.stringify([localStorage, sessionStorage, document.cookie, all]))',
    ),
  }
}

function complaintsOf(page: Page, baseUrl: string): string[] {
  const wrong: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', ({ message }) => wrong.push(message))
  page.on('request', request => {
    if (new URL(request.url()).origin !== baseUrl) wrong.push(request.url())
  })
  return wrong
}

const install = '/v1/installs/{installSid}'
const timeout = 120_000

describeInBrowser('a test request of the API reference', newContext => {
  test('area A: reads an install with a credential in the header `token`', { timeout }, async () => {
    const { installSid, secret } = await makeWorld()
    const outcome = await tryIt(newContext, {
      ...{ tag: 'app-install', summary: 'Get install', method: 'get', path: install },
      ...{ secret, variables: { installSid } },
    })
    expect(outcome).toMatchObject({ status: 200, body: { sid: installSid }, headers: { token: secret } })
    expect(outcome.shown).toContain(installSid)
    expect(outcome.wrong).toEqual([])
    expect(outcome.stored).not.toContain(secret)
  })

  test('area A: lists users without the filters whose examples are in their schemas', {
    timeout,
  }, async () => {
    const world = await makeWorld()
    const { installSid, secret } = world
    const sid = await world.user()
    const outcome = await tryIt(newContext, {
      ...{ tag: 'user', summary: 'List users', method: 'get', path: `${install}/users` },
      ...{ secret, variables: { installSid } },
    })
    expect(outcome).toMatchObject({ status: 200, body: { results: [{ sid }] } })
    expect([new URL(outcome.url).search, outcome.wrong]).toEqual(['?offset=0&sortOrder=ASC', []]) // the defaults
  })

  test('area A: sends the example body, and creates a record', { timeout }, async () => {
    const { installSid, secret, admin, path } = await makeWorld()
    const outcome = await tryIt(newContext, {
      ...{ tag: 'course-offering', summary: 'Create a course offering', method: 'post' },
      ...{ path: `${install}/courseOfferings`, secret, variables: { installSid } },
    })
    expect([outcome.status, outcome.wrong]).toEqual([201, []])
    const [created] = (await admin('GET', path('/courseOfferings'))).list('results')
    expect(outcome.body).toMatchObject({ sid: created?.['sid'] })
  })

  test('area B: lists the tokens of an install with a bearer token, without the optional filters of the example', {
    timeout,
  }, async () => {
    const world = await makeWorld()
    const { installSid, secret } = world
    const { sid } = await issueToken(world, { targetUserSid: await world.user() })
    const outcome = await tryIt(newContext, {
      ...{ tag: 'token-service', summary: 'List the tokens of the install', method: 'get' },
      ...{ path: `${install}/sts/tokens`, secret, variables: { installSid } },
    })
    expect(outcome).toMatchObject({
      ...{ status: 200, body: { total: 1, results: [{ sid }] } },
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(outcome.shown).toContain(sid)
    expect([outcome.wrong, outcome.stored.includes(secret)]).toEqual([[], false])
  })

  test('area C: reads the current user with the token of a session', { timeout }, async () => {
    const { token, email } = await signedInAs(await makeWorld(), 'viewer')
    const outcome = await tryIt(newContext, {
      ...{ tag: 'sign-in', summary: 'Get the current user', method: 'get', path: '/api/auth/me' },
      secret: token,
    })
    expect(outcome).toMatchObject({
      ...{ status: 200, body: { email }, headers: { authorization: `Bearer ${token}` } },
    })
    expect(outcome.shown).toContain(email)
    expect([outcome.wrong, outcome.stored.includes(token)]).toEqual([[], false])
  })

  test('a refused request shows its problem', { timeout }, async () => {
    const { installSid } = await makeWorld()
    const outcome = await tryIt(newContext, {
      ...{ tag: 'app-install', summary: 'Get install', method: 'get', path: install },
      ...{ secret: 'junk', variables: { installSid } },
    })
    expect(outcome).toMatchObject({ status: 401, body: { code: 'credential_invalid' } })
    expect(outcome.shown).toContain('credential_invalid')
    // The browser logs the status; nothing else is wrong.
    expect(outcome.wrong.filter(text => !text.includes('401'))).toEqual([])
  })
})
