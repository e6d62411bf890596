import { expect, test } from 'vitest'
import { everyRoute } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'

/** Opens a page of the documentation. `wrong` holds the errors of the browser, `elsewhere` the requests to other origins. */
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
  test('the reference shows the action, the problems and an example of an operation, and requests nothing from other origins', {
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

  test('at 320 px the links of the header are in one line, and a page begins on the first screen', {
    timeout,
  }, async () => {
    const viewport = { width: 320, height: 700 }
    for (const path of ['/docs', '/docs/start']) {
      const { page } = await open(newContext, path, { viewport })
      const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link')
      const tops = await links.evaluateAll(all => all.map(link => link.getBoundingClientRect().top))
      expect(tops.length, path).toBeGreaterThan(1)
      expect(Math.max(...tops) - Math.min(...tops), path).toBeLessThan(4)
    }
    const { page } = await open(newContext, '/docs/start', { viewport })
    const box = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(box?.y).toBeLessThan(400)
  })

  test('the introduction of the reference breaks no heading of its table', { timeout }, async () => {
    const { page } = await open(newContext, '/docs', { viewport: { width: 320, height: 700 } })
    const heading = page.getByRole('columnheader', { name: 'area' })
    await heading.waitFor()
    const box = await heading.boundingBox()
    expect(box?.height, 'one line').toBeLessThan(60)
  })

  test('the first focusable element is the link to the guides', { timeout }, async () => {
    const { page } = await open(newContext, '/docs')
    for (const name of ['Invigil', 'API reference', 'Documentation']) {
      await page.keyboard.press('Tab')
      await expect.poll(() => page.locator(':focus').innerText()).toBe(name)
    }
  })

  test('a problem type links to its explanation, without scripts and on narrow screens', {
    timeout,
  }, async () => {
    const { page, wrong, elsewhere } = await open(newContext, '/docs/errors#session_state_conflict', {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 640 },
    })
    const heading = page.getByRole('heading', { name: 'session_state_conflict' })
    await expect.poll(() => heading.count()).toBe(1)
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
