// The way from an empty system to the first embed, as the console shows it: each page is opened and each command executed.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { testStack } from '../support/stack.ts'
import { violationsOf } from './support/axe.ts'
import { openBackend } from './support/backend.ts'
import { describeInBrowser } from './support/browser.ts'
import { onThisMachine, openConsole, setUp } from './support/console.ts'

const step = (page: Page) => page.getByRole('region', { name: 'First steps' })
/** Waits until this many steps are done. */
const done = (page: Page, count: number, all: number) =>
  step(page).getByText(`${count} of ${all} done`).waitFor()
const command = (page: Page, at = 0) => step(page).locator('details[open] pre').nth(at).innerText()

/** Executes the command of the last step, which serves a page until it is closed. */
const serve = (text: string, env: Record<string, string>) =>
  openBackend({
    command: 'sh',
    args: ['-c', text.replace('npm run example', `exec '${process.execPath}' tools/ops/example.ts`)],
    cwd: projectFile(''),
    env,
  })

describeInBrowser('the first run', newContext => {
  test('leads from an empty system to the first embed', { timeout: 180_000 }, async () => {
    const stack = await testStack({ database: { kind: 'memory' } })
    try {
      await stack.db.execute(sql`truncate account cascade`)
      await using opened = await openConsole({ stack }, newContext, onThisMachine)
      const { page, open, reported } = opened
      await setUp(opened)

      await done(page, 1, 2)
      await page.getByRole('button', { name: 'New install' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('North campus')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'North campus' }).waitFor()
      const overview = new URL(page.url()).pathname.replace('/console', '')

      await done(page, 2, 6)
      expect(await violationsOf(page)).toEqual([])
      const policy = await command(page)
      await step(page).getByRole('link', { name: 'Open Access' }).click()
      await page.getByRole('button', { name: 'New credential' }).click()
      await dialog.getByLabel('Name', { exact: true }).fill('LMS')
      await dialog.getByLabel('Role').selectOption({ label: 'Admin' })
      await dialog.getByLabel('Policy as JSON').fill(policy)
      await dialog.getByRole('button', { name: 'New credential' }).click()
      await page.getByRole('heading', { name: 'Credential created' }).waitFor()
      const env = { INVIGIL_CREDENTIAL: await dialog.locator('code').innerText() }
      await dialog.getByRole('button', { name: 'Close' }).click()

      await open(overview)
      await done(page, 3, 6)
      const { stdout } = await promisify(execFile)('sh', ['-c', await command(page)], {
        env: { ...process.env, ...env },
      })
      expect(JSON.parse(stdout)).toMatchObject({ exam: { result: 'Created' } })
      await done(page, 4, 6) // without a reload

      const origin = await step(page).locator('details[open] code').innerText()
      await step(page).getByRole('link', { name: 'Open Settings' }).click()
      await page.getByLabel('Origins that may embed').fill(origin)
      await page.getByRole('button', { name: 'Save' }).last().click()
      await page.getByText('Saved.').waitFor()

      await open(overview)
      await done(page, 5, 6)
      await using example = await serve(await command(page), env)
      const site = await page.context().newPage()
      await site.goto(example.origin)
      await site.getByRole('button', { name: 'Learner: my exam' }).click()
      await site.frameLocator('iframe').getByRole('heading', { name: 'First exam' }).waitFor()
      await step(page).waitFor({ state: 'detached' })
      expect(reported).toEqual([])
    } finally {
      await stack.close()
    }
  })
})
