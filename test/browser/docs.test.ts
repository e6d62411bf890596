import { expect, test } from 'vitest'
import { everyRoute } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'

/** Opens a page of the documentation; `wrong` holds what the browser complains of, `elsewhere` what it asks other origins for. */
async function open(newContext: NewContext, path: string, options = {}) {
  const { baseUrl } = await sharedStack()
  const page = await (await newContext(options)).newPage()
  const wrong: string[] = []
  const elsewhere: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', ({ message }) => wrong.push(message))
  page.on('request', request => {
    if (!request.url().startsWith(baseUrl)) elsewhere.push(request.url())
  })
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', event => console.error(event.violatedDirective, event.blockedURI))",
  )
  await page.goto(`${baseUrl}${path}`)
  return { page, wrong, elsewhere }
}

const reference = (path: string) => `/docs#tag/${path}`
const timeout = 60_000

describeInBrowser('the documentation', newContext => {
  test('the reference shows an operation with its action, its problems and an example, and asks no other origin', {
    timeout,
  }, async () => {
    const at = reference('user/POST/v1/installs/{installSid}/users')
    const { page, wrong, elsewhere } = await open(newContext, at)
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Create a user', exact: true }).waitFor()
    expect(await page.title()).toBe('API reference · Invigil')
    const operation = main.locator('section', { hasText: 'Requires the action sp:CreateUser' }).last()
    await operation.getByText('maya.okafor@azvalley.example').first().waitFor()
    await operation.getByRole('tab', { name: '409' }).click()
    await operation.getByText('username_taken').first().waitFor()
    expect([wrong, elsewhere]).toEqual([[], []])
  })

  test('the reference lists the tags in the order of the interface', { timeout }, async () => {
    const { page } = await open(newContext, '/docs')
    const links = page.getByRole('complementary').locator('a[href^="#tag/"]')
    await links.first().waitFor()
    const listed = await links.evaluateAll(all =>
      all
        .map(link => link.getAttribute('href') ?? '')
        .filter(href => !href.slice('#tag/'.length).includes('/')),
    )
    const slug = (tag: string) => `#tag/${tag.toLowerCase().replaceAll(' ', '-')}`
    expect(listed).toEqual([...new Set(everyRoute.map(({ tag }) => slug(tag)))])
  })

  test('its keyboard order begins with the way to the guides', { timeout }, async () => {
    const { page } = await open(newContext, '/docs')
    for (const name of ['Invigil', 'API reference', 'Documentation']) {
      await page.keyboard.press('Tab')
      expect(await page.locator(':focus').innerText()).toBe(name)
    }
  })

  test('a problem leads to its explanation, without a script, on a narrow screen too', {
    timeout,
  }, async () => {
    const { page, wrong, elsewhere } = await open(newContext, '/docs/errors#session_state_conflict', {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 640 },
    })
    const heading = page.getByRole('heading', { name: 'session_state_conflict' })
    expect(await heading.count()).toBe(1)
    const box = await heading.boundingBox()
    expect(box?.y).toBeLessThan(640)
    expect(box?.y).toBeGreaterThan(40)
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Webhooks' })
      .click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    expect([wrong, elsewhere]).toEqual([[], []])
  })
})
