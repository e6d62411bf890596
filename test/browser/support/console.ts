// The console in a browser, with an operator who is signed in.

import type { BrowserContextOptions, Page } from 'playwright-core'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import { makeOperator, otherPassword, type Person, someAddress } from '../../support/platform.ts'
import type { World } from '../../support/world.ts'
import type { NewContext } from './browser.ts'

export type Console = {
  page: Page
  person: Person
  /** Opens an address below `/console`, and waits for its heading. */
  open(path: string): Promise<void>
  /** The errors that the browser reported, such as a violation of the Content-Security-Policy. */
  reported: string[]
  /** The requests of the API, as `<method> <path>`. */
  calls: string[]
  [Symbol.asyncDispose](): Promise<void>
}

const isApi = (path: string) => /^\/(?:api|auth|v1)\//.test(path)

/** A browser without a proxy, which alone can create the first operator. */
export const onThisMachine: BrowserContextOptions = { extraHTTPHeaders: {} }

/** Opens a page of the console without an operator. */
export async function openConsole(
  { stack: { baseUrl } }: Pick<World, 'stack'>,
  newContext: NewContext,
  options: BrowserContextOptions = {},
): Promise<Omit<Console, 'person'>> {
  const context = await newContext({
    // Limits of one test do not affect others.
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    ...options,
  })
  const page = await context.newPage()
  const reported: string[] = []
  const calls: string[] = []
  page.on('console', message => {
    // The browser reports each refusal of the API; the tests expect some.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      reported.push(message.text())
  })
  page.on('pageerror', error => reported.push(String(error)))
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (isApi(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return {
    ...{ page, reported, calls },
    async open(path) {
      await page.goto(`${baseUrl}/console${path}`)
      await page.locator('h1').first().waitFor()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Opens the console as a new operator of the world's account. */
export async function signedInConsole(
  world: World,
  newContext: NewContext,
  { role = 'owner', ...options }: BrowserContextOptions & { role?: OperatorRole } = {},
): Promise<Console> {
  const person = await makeOperator(world, role)
  const opened = await openConsole(world, newContext, options)
  const { email, password } = person
  const answer = await opened.page.request.post(`${world.stack.baseUrl}/api/auth/login`, {
    ...{ data: { email, password }, maxRetries: 3 },
  })
  if (!answer.ok()) throw new Error(`The sign-in failed: ${await answer.text()}`)
  return { ...opened, person }
}

/** Fills in the sign-in of the page. */
export async function enterPassword(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits until the page shows its data. A page that polls may never be idle on a slow machine, so this waits 5 s at most for that. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.locator('.loading').first().waitFor({ state: 'detached' })
}

/** Sets a new system up as its first visitor, who has `otherPassword`. */
export async function setUp({ page, open }: Pick<Console, 'page' | 'open'>): Promise<void> {
  await open('')
  await page.getByRole('heading', { name: 'Set up Invigil' }).waitFor()
  await page.getByLabel('Your name').fill('Grace')
  await page.getByLabel('Email address').fill('grace@school.example')
  await page.getByLabel('Password').fill(otherPassword)
  await page.getByLabel('Password').press('Enter')
}
