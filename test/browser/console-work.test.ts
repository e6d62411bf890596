// What operators do in the console: each action is one call of a documented operation.

import { beforeAll, expect, test } from 'vitest'
import { buildDocument } from '../../tools/openapi/build.ts'
import { inTime } from '../support/late.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { loaded, signedInConsole } from './support/console.ts'
import { type ConsoleScene, makeConsoleScene } from './support/console-pages.ts'
import { makeRunning } from './support/scene.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await makeConsoleScene()
})

/** The calls that are no operation of the OpenAPI document. */
async function undocumented(calls: readonly string[]): Promise<string[]> {
  const { paths } = (await buildDocument('https://api.example')) as { paths: Record<string, object> }
  const patterns = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      method => new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    ),
  )
  return calls.filter(call => !patterns.some(pattern => pattern.test(call)))
}

const changes = (calls: readonly string[]) => calls.filter(call => !call.startsWith('GET '))

describeInBrowser('work in the console', newContext => {
  test('an endpoint is created, tested, rotated and deleted', async () => {
    await using opened = await signedInConsole(scene.world, newContext, { role: 'developer' })
    const { page, open, calls } = opened
    await open('/webhooks')
    await page.getByRole('button', { name: 'New endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/new')
    await dialog.getByRole('button', { name: 'Generate a secret' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The endpoint is created.').waitFor()
    await page.getByRole('link', { name: 'http://127.0.0.1:9/new' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('link', { name: 'Show the delivery' }).click()
    await page.getByRole('heading', { name: 'Attempt 1' }).waitFor()
    await page.getByText('No connection').first().waitFor()
    await page.getByRole('link', { name: 'http://127.0.0.1:9/new' }).click()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await dialog.getByRole('button', { name: 'Generate a secret' }).click()
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByText('The secret is rotated.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    const sids = /[A-Z]{2}[a-f0-9]{32}/
    expect(changes(calls).map(call => call.replace(sids, ':id'))).toEqual([
      'POST /api/webhooks',
      'POST /api/webhooks/:id/test',
      'POST /api/webhooks/:id/rotate-secret',
      'DELETE /api/webhooks/:id',
    ])
    expect(await undocumented(calls)).toEqual([])
  })

  test('a running session is ended, and another operator sees it within two seconds', async () => {
    const world = await makeRunning()
    await using first = await signedInConsole(world, newContext, { role: 'admin' })
    await using other = await signedInConsole(world, newContext, { role: 'viewer' })
    const path = `/installs/${world.installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`
    await first.open(path)
    await other.open(path)
    await other.page.getByText('Live', { exact: true }).last().waitFor()
    expect(await other.page.getByRole('button', { name: /^(End|Start|Review|Cancel)/ }).count()).toBe(0)
    const cancel = first.page.getByRole('button', { name: 'Cancel the session' })
    await expect.poll(() => cancel.getAttribute('title')).toBe('Not possible in the status “Scheduled”.')
    await first.page.getByRole('button', { name: 'End', exact: true }).click()
    await first.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await first.page.getByText('The session has ended.').waitFor()
    const endedAt = performance.now()
    await other.page.locator('.page-head .badge', { hasText: 'Scheduled' }).waitFor({ state: 'detached' })
    inTime(performance.now() - endedAt, 2_000)
    const timeline = first.page.getByRole('region', { name: 'Timeline' })
    for (const words of ['Created', 'Appointment made', 'Started', 'Ended'])
      await timeline.getByText(words, { exact: true }).first().waitFor()
    expect(await timeline.getByText(/\b(?:appointmentDate|endedDate|schedule)\b/).count()).toBe(0)
    await timeline.getByText('by an operator').waitFor()
    await timeline.getByRole('link', { name: 'Webhook deliveries of changes' }).waitFor()
    expect(await undocumented(first.calls)).toEqual([])
  })

  test('a policy is built in the form, and its JSON follows and leads', { timeout: 120_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext)
    const { page, open, reported } = opened
    await open('/access')
    await page.getByRole('button', { name: 'New credential' }).click()
    const dialog = page.getByRole('dialog')
    const json = dialog.getByLabel('Policy as JSON')
    const policy = async () => JSON.parse(await json.inputValue())
    await dialog.getByLabel('Name', { exact: true }).fill('Reports')
    const actions = dialog.getByLabel('Actions', { exact: true })
    await actions.fill('sp:Read*')
    await dialog.getByText('Only letters, digits').waitFor()
    await actions.fill('sp:ListCourses')
    await actions.press('Enter')
    await dialog.getByRole('button', { name: 'Remove: sp:CreateStsToken' }).click()
    await dialog.getByRole('button', { name: 'Remove: sp:RefreshStsToken' }).click()
    await dialog.getByLabel('Resources', { exact: true }).fill('installs/*')
    await dialog.getByLabel('Name, for display only').fill('catalogue')
    await dialog.getByRole('button', { name: 'Remove: *' }).click()
    const [statement] = (await policy()).statements
    expect(statement).toEqual({
      ...{ sid: 'catalogue', effect: 'Allow', actions: ['sp:ListCourses'], resources: ['installs/*'] },
    })
    expect(await violationsOf(page)).toEqual([])
    await json.fill('{"version": "1", ')
    await dialog.getByText('The form cannot show this text').waitFor()
    await dialog.getByRole('button', { name: 'New credential' }).click()
    await dialog.getByText('This is not JSON.').waitFor()
    const second = { effect: 'Allow', actions: ['sp:*'], resources: ['installs/*'] }
    await json.fill(JSON.stringify({ version: '1', statements: [statement, second] }))
    await dialog.getByRole('group', { name: 'Statement 2' }).getByText('sp:*', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Remove: Statement 2' }).click()
    expect((await policy()).statements).toEqual([statement])
    await dialog.getByRole('button', { name: 'Simulate' }).click()
    await dialog.getByText('Your role may grant this policy.').waitFor()
    const sent = page.waitForRequest(request => request.method() === 'POST')
    await dialog.getByRole('button', { name: 'New credential' }).click()
    await page.getByRole('heading', { name: 'Credential created' }).waitFor()
    expect((await sent).postDataJSON()).toMatchObject({
      name: 'Reports',
      policy: { version: '1', statements: [statement] },
    })
    expect(reported).toEqual([])
  })

  test('settings that were changed meanwhile are not overwritten unseen, and the input stays', async () => {
    const { world, paths } = scene
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open } = opened
    await open(paths['settings'] ?? '')
    const zone = page.getByLabel('Time zone')
    await zone.fill('Europe/Berlin')
    await world.admin('PUT', world.path('/settings'), { body: { noShowGraceMinutes: 44 } })
    const save = page.getByRole('button', { name: 'Save' }).last()
    await save.click()
    await page.getByText('Changed by someone else').waitFor()
    await expect.poll(() => zone.inputValue()).toBe('Europe/Berlin')
    await save.click()
    await page.getByText('Saved.').waitFor()
    const settings = await world.admin('GET', world.path('/settings'))
    expect(settings.text('defaultTimezone')).toBe('Europe/Berlin')
  })

  test('a viewer sees no page and no button that would be refused', { timeout: 120_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, { role: 'viewer' })
    const { page, open } = opened
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url())
    })
    await open('')
    await page.getByRole('navigation').waitFor()
    const links = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll(all => all.map(a => a['pathname']))
    expect(links.length).toBeGreaterThan(8)
    for (const link of links) {
      await page.goto(`${scene.world.stack.baseUrl}${link}`)
      await loaded(page)
      const buttons = await page.locator('main').getByRole('button').allInnerTexts()
      expect([
        link,
        buttons.filter(name => /New|Invite|Delete|Import|Revoke|Change|Save/.test(name)),
      ]).toEqual([link, []])
    }
    expect(refused).toEqual([])
  })
})
