// Rows, filters and links of the console while the records change, or only some can be read.

import { expect, test } from 'vitest'
import { application } from '../../db/schema/tenancy.ts'
import { newSid } from '../../db/sid.ts'
import { makeOperator, signedInAs } from '../support/platform.ts'
import { makeSession } from '../support/sessions.ts'
import { sidOf } from '../support/tokens.ts'
import { settled } from '../support/webhooks.ts'
import { makeWorld } from '../support/world.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'

/** An account with two applications. An endpoint of the second one has failed. */
async function failingInSecondApplication() {
  const world = await makeWorld()
  const accountSid = sidOf('AC', world.accountSid)
  const applicationSid = newSid('AP')
  await world.stack.db.insert(application).values({ sid: applicationSid, accountSid, name: 'Second' })
  const { call } = await signedInAs(world, 'developer')
  const post = async (path: string, body?: object) => {
    const answer = await call('POST', path, { body, headers: { 'x-application-id': applicationSid } })
    expect(answer.status, answer.raw).toBeLessThan(300)
    return answer
  }
  const made = await post('/api/webhooks', {
    ...{ url: 'http://127.0.0.1:9/dead', secret: 'a secret of eight', events: ['socket.message'] },
  })
  await post(`/api/webhooks/${made.text('id')}/test`)
  await settled({ ...world, applicationSid })
  return { world, applicationSid }
}

describeInBrowser('rows of the console', newContext => {
  test('the dialog of a row stays with its record when another record leaves the list', async () => {
    const world = await makeWorld()
    const [ada, bea, cora] = [
      await makeOperator(world, 'viewer'),
      await makeOperator(world, 'viewer'),
      await makeOperator(world, 'viewer'),
    ]
    const { call } = await signedInAs(world, 'owner')
    for (const [{ id }, name] of [
      [ada, 'Ada'],
      [bea, 'Bea'],
      [cora, 'Cora'],
    ] as const)
      expect((await call('PUT', `/api/operators/${id}`, { body: { name } })).status).toBe(200)
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open('/operators')
    await page.getByRole('button', { name: 'Change Bea' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Beatrice')
    expect((await call('DELETE', `/api/operators/${ada.id}`)).status).toBe(204)
    await expect
      .poll(async () => {
        await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
        return page.getByText(ada.email).count()
      })
      .toBe(0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const known = (await call('GET', '/api/operators')).list('results')
    const nameOf = (sid: string) => known.find(({ id }) => id === sid)?.['name']
    expect([nameOf(bea.id), nameOf(cora.id)]).toEqual(['Beatrice', 'Cora'])
  })

  test('an address after the last row shows the rows that there are', async () => {
    const world = await makeWorld()
    for (const lastName of ['Hopper', 'Noether']) await world.user({ lastName })
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/users?from=500`)
    await expect.poll(() => page.locator('tr[data-key]').count()).toBe(2)
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('a space that was typed in a filter stays while the filter is applied', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/users`)
    const search = page.getByLabel('Search', { exact: true })
    await search.pressSequentially('Ada ')
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('Ada')
    await search.pressSequentially('Lovelace')
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('Ada Lovelace')
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('Ada')
  })

  test('a timeline says that a part of it could not be read', async () => {
    const world = await makeSession()
    await using opened = await signedInConsole(world, newContext, { role: 'viewer' })
    const { page, open } = opened
    await page.route('**/events?*', route => route.fulfill({ status: 500 }))
    await open(`/installs/${world.installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Created').first().waitFor()
    const notice = timeline.getByRole('alert').filter({ hasText: 'A part of the timeline cannot be read' })
    await notice.waitFor()
    await page.unroute('**/events?*')
    await notice.waitFor({ state: 'detached' })
  })

  test('links between webhook pages keep the application', async () => {
    const { world, applicationSid } = await failingInSecondApplication()
    await using opened = await signedInConsole(world, newContext, { role: 'developer' })
    const { page, open } = opened
    const heading = page.getByRole('heading', { name: 'Attempt 1' })
    const endpoint = page.getByRole('link', { name: 'http://127.0.0.1:9/dead' })
    const search = `application=${applicationSid}`
    await open(`/dead-letters?${search}`)
    await page.locator('tbody a').first().click()
    await heading.waitFor()
    await endpoint.click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('link', { name: 'Show the delivery' }).click()
    await heading.waitFor()
    await page.getByRole('link', { name: 'Attempts' }).click()
    await page.locator('tbody').getByRole('link', { name: 'http://127.0.0.1:9/dead' }).first().click()
    await page.getByRole('link', { name: 'Webhooks' }).last().click()
    await endpoint.waitFor()
    expect(new URL(page.url()).search).toBe(`?${search}`)
  })

  test('the overview counts the failing endpoints of all applications, and leads to them', async () => {
    const { world } = await failingInSecondApplication()
    await using opened = await signedInConsole(world, newContext, { role: 'developer' })
    const { page, open } = opened
    await open(`/installs/${world.installSid}`)
    await page.getByRole('link', { name: /^1\s*Failing endpoints/ }).click()
    await page.getByRole('link', { name: 'http://127.0.0.1:9/dead' }).first().waitFor()
  })

  test('of several applications, the overview reads one after the other, and not each every time', async () => {
    const { world } = await failingInSecondApplication()
    await using opened = await signedInConsole(world, newContext, { role: 'developer' })
    const { page, open, calls } = opened
    await page.clock.install()
    const reads = () => calls.filter(call => call.endsWith('/api/webhooks/logs')).length
    let release = () => {}
    const first = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/api/webhooks/logs?*', async route => {
      await first
      await route.continue()
    })
    await open(`/installs/${world.installSid}`)
    await expect.poll(reads).toBeGreaterThan(0)
    await page.getByRole('link', { name: /^0\s*Live sessions/ }).waitFor()
    expect(reads()).toBe(1)
    release()
    await page.getByRole('link', { name: /^1\s*Failing endpoints/ }).waitFor()
    expect(reads()).toBe(2)
    const live = page.waitForResponse(response => response.url().includes('running=true'))
    await page.clock.fastForward('00:20')
    await live
    expect(reads()).toBe(2)
    await page.clock.fastForward('00:20')
    await expect.poll(reads).toBe(4)
  })

  test('after midnight, the overview shows the new day', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await page.clock.install()
    await open(`/installs/${world.installSid}`)
    const today = page.getByRole('link', { name: 'Appointments today' })
    const shown = async () => new URL((await today.getAttribute('href')) ?? '', page.url()).searchParams
    const before = (await shown()).get('since') ?? ''
    await page.clock.fastForward('24:00:00')
    await expect.poll(async () => (await shown()).get('since')).not.toBe(before)
  })
  test('a list that was not read to its end says how many of its rows are shown', async () => {
    const world = await makeWorld()
    const { admin, path } = world
    const course = (await admin('POST', path('/courses'), { body: { title: 'Mycology' } })).text('sid')
    for (const title of ['Monday', 'Tuesday'])
      await admin('POST', path(`/courses/${course}/sections`), { body: { title } })
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open } = opened
    // As if the course had more sections than the console reads.
    await page.route('**/sections?*', route =>
      route.continue({ url: route.request().url().replace('limit=1000', 'limit=1') }),
    )
    await open(`/installs/${world.installSid}/courses/${course}`)
    await page.getByText('Only the first 1 of 2 are shown.').waitFor()
    await page.getByRole('button', { name: 'Edit Monday' }).waitFor()
    expect(await page.getByText('are shown.').count()).toBe(1)
  })
})
