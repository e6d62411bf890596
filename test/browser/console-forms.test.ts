// Forms of the console: a form that stays open can be sent again, and what was not shown is not changed.

import { expect, test } from 'vitest'
import { makeWorld } from '../support/world.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'

describeInBrowser('forms of the console', newContext => {
  test('settings that were saved can be changed and saved again', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open } = opened
    await open(`/installs/${world.installSid}/settings`)
    for (const minutes of [21, 22]) {
      await page.getByLabel(/^No-show/).fill(String(minutes))
      await page.getByRole('button', { name: 'Save' }).last().click()
      await expect
        .poll(async () => (await world.admin('GET', world.path('/settings'))).body['noShowGraceMinutes'])
        .toBe(minutes)
    }
    expect(await page.getByText('Changed by someone else').count()).toBe(0)
  })
})
