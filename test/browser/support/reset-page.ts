// Serves the page of a password link, with responses that the test supplies.

import type { Page, Route } from 'playwright-core'
import { sharedStack } from '../../support/stack.ts'
import type { NewContext } from './browser.ts'

export const secret = 'Zm9yZ290dGVuLWJ1dC1ub3QtbG9zdA'
export const chosen = 'a lantern over quiet water'

type TestResponse = { status: number; body?: unknown }

export const problem = (status: number, code: string, members: object = {}): TestResponse => ({
  status,
  body: { status, code, detail: code, ...members },
})
export const faulty = (path: string, message: string) =>
  problem(400, 'invalid_request', { errors: [{ path, code: 'custom', message }] })

type Opened = {
  page: Page
  /** The posted bodies and their paths. */
  posted: { path: string; body: unknown; origin: string | undefined }[]
  fill(password: string, repeated?: string): Promise<void>
  submit(): Promise<void>
}

/** Opens the page. `answers` are the responses of the service in order; undefined stands for no response. */
export async function openResetPage(
  newContext: NewContext,
  hash: string,
  answers: readonly (TestResponse | undefined)[] = [],
  options?: Parameters<NewContext>[0],
): Promise<Opened> {
  const { baseUrl } = await sharedStack()
  const page = await (await newContext(options)).newPage()
  const posted: Opened['posted'] = []
  await page.route('**/api/auth/*', async (route: Route) => {
    const request = route.request()
    const { origin } = await request.allHeaders()
    posted.push({ path: new URL(request.url()).pathname, body: request.postDataJSON(), origin })
    const answer = answers[posted.length - 1]
    if (!answer) return route.abort()
    await route.fulfill({
      status: answer.status,
      contentType: 'application/problem+json',
      ...(answer.body !== undefined && { body: JSON.stringify(answer.body) }),
    })
  })
  await page.goto(`${baseUrl}/reset-password${hash}`)
  await page.locator('form:not([hidden])').waitFor()
  return {
    page,
    posted,
    async fill(password, repeated = password) {
      await page.getByLabel('New password').fill(password)
      await page.getByLabel('The same once more').fill(repeated)
    },
    submit: () => page.getByRole('button', { name: 'Set the password' }).click(),
  }
}

export const link = `#token=${secret}`
export const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })
export const statusOf = (page: Page) => page.getByRole('status').filter({ hasText: /./ })
