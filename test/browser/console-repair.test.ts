// What operators do when something went wrong: dead letters are sent again, secrets are rotated, tokens are looked into.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, soon } from '../support/sessions.ts'
import { issueToken } from '../support/tokens.ts'
import { act, arrived, makeEndpoint, type Sink, settled, startSink } from '../support/webhooks.ts'
import { makeWorld } from '../support/world.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'
import { until } from './support/until.ts'

const changes = (calls: readonly string[]) => calls.filter(call => !call.startsWith('GET '))

let sink: Sink
beforeAll(async () => {
  sink = await startSink()
})
afterAll(() => sink?.close())

describeInBrowser('repairs in the console', newContext => {
  test('dead letters are counted before they are sent again, and the progress is in the address', {
    timeout: 120_000,
  }, async () => {
    const world = await makeWorld()
    const made = await world.admin('POST', '/api/webhooks', {
      body: { url: 'http://127.0.0.1:9/dead', secret: 'a secret of eight', events: ['socket.message'] },
    })
    await act(world, { at: `/api/webhooks/${made.text('id')}` }, 'test')
    await settled(world)
    await using opened = await signedInConsole(world, newContext, { role: 'developer' })
    const { page, open, calls, reported } = opened
    await open('/dead-letters')
    await page.getByRole('button', { name: 'Retry by filter' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Event').selectOption('document.deleted')
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByText('0 deliveries match.').waitFor()
    await dialog.getByLabel('Event').selectOption('All')
    await dialog.getByLabel('Endpoint').selectOption('http://127.0.0.1:9/dead')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByText('1 deliveries match.').waitFor()
    // Another filter than the counted one is counted first.
    await dialog.getByLabel('Event').selectOption('document.deleted')
    await dialog.getByRole('button', { name: 'Send them again' }).click()
    await dialog.getByText('0 deliveries match.').waitFor()
    await dialog.getByLabel('Event').selectOption('All')
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByRole('button', { name: 'Send them again' }).click()
    await page.getByText('All are scheduled: 1.').waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?retry=WR[0-9a-f]{32}$/)
    await page.reload()
    await page.getByText('All are scheduled: 1.').waitFor()
    expect(changes(calls)).toEqual(Array.from({ length: 5 }, () => 'POST /api/webhooks/deliveries/retry'))
    expect(reported).toEqual([])
  })

  test('the timeline of a session shows each delivery of its changes, and leads to it and to their log', {
    timeout: 180_000,
  }, async () => {
    const world = await makeSession()
    const url = 'http://127.0.0.1:9/lms'
    const filter = { sid: world.sessionSid }
    const body = { url, secret: 'a secret of eight', events: ['database.event'], filter }
    expect((await world.admin('POST', '/api/webhooks', { body })).status).toBe(201)
    await world.act('POST', '', { appointmentDate: soon(600) })
    await settled(world)
    await using opened = await signedInConsole(world, newContext, { role: 'viewer' })
    const { page, open, reported } = opened
    const path = `/installs/${world.installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`
    await open(path)
    const delivery = page.getByRole('region', { name: 'Timeline' }).locator('li.delivery')
    await delivery.getByText('Dead letter', { exact: true }).waitFor()
    await delivery.getByText(`${url} · attempt 6`).waitFor()
    expect(await delivery.count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    await delivery.getByRole('link', { name: 'Webhook delivery' }).click()
    await page.getByRole('heading', { name: 'Attempt 6' }).waitFor()
    await page.getByText('Dead letter', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Webhook deliveries of changes' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('session')).toBe(world.sessionSid)
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 6)
    await expect.poll(() => page.getByLabel('Id of the session').inputValue()).toBe(world.sessionSid)
    expect(reported).toEqual([])
  })

  test('the timeline of a session shows a delivery before its first attempt', {
    timeout: 120_000,
  }, async () => {
    const world = await makeSession()
    const receiver = sink.receiver('hang')
    await makeEndpoint(world, receiver, { events: ['database.event'], filter: { sid: world.sessionSid } })
    await world.act('POST', '', { appointmentDate: soon(600) })
    await arrived(receiver, 1)
    await using opened = await signedInConsole(world, newContext, { role: 'viewer' })
    const { page, open } = opened
    await open(`/installs/${world.installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`)
    const delivery = page.getByRole('region', { name: 'Timeline' }).locator('li.delivery')
    await delivery.getByText('Pending', { exact: true }).waitFor()
    await delivery.getByText(receiver.url, { exact: true }).waitFor()
    await delivery.getByRole('link', { name: 'Webhook delivery' }).click()
    await page.getByText('Pending', { exact: true }).waitFor()
  })

  test('a credential is rotated, its new secret is shown once, and the old one ends at once', {
    timeout: 120_000,
  }, async () => {
    const world = await makeWorld()
    const made = await world.admin('POST', '/api/credentials', {
      body: {
        ...{ name: 'LMS', role: 'learner' },
        policy: {
          version: '1',
          statements: [{ effect: 'Allow', actions: ['sp:ListCourses'], resources: ['*'] }],
        },
      },
    })
    expect(made.status, made.raw).toBe(201)
    const courses = (secret: string) =>
      fetch(`${world.stack.baseUrl}${world.path('/courses')}`, { headers: { token: secret } })
    await using opened = await signedInConsole(world, newContext)
    const { page, open, calls } = opened
    await open('/access')
    await page.getByRole('button', { name: 'Rotate LMS' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The old secret remains valid').selectOption('Not at all')
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByRole('heading', { name: 'New secret' }).waitFor()
    const secret = await dialog.locator('code').innerText()
    expect(await violationsOf(page)).toEqual([])
    expect([(await courses(secret)).status, (await courses(made.text('secret'))).status]).toEqual([200, 401])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await page.content()).not.toContain(secret)
    expect(changes(calls)).toEqual([`POST /api/credentials/${made.text('sid')}/rotate`])
  })

  test('the family of a token shows its refreshes and its end', { timeout: 120_000 }, async () => {
    const world = await makeWorld()
    const issued = await issueToken(world, { targetUserSid: await world.user({}) })
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/tokens`)
    await page.getByRole('button', { name: `Family of ${issued.sid}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Token family' })
    await dialog.getByText('Issued', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('family')).toBe(issued.sid)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await until(() => !page.url().includes('family='))
    await page.getByRole('button', { name: `Revoke ${issued.sid}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The token and its family are revoked.').waitFor()
    await page.goBack()
    await dialog.getByText('Revoked', { exact: true }).waitFor()
  })
})
