// The live grid of the console, with learners who are really connected.

import { expect, test } from 'vitest'
import { makeSession, type SessionWorld, soon } from '../support/sessions.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'
import { livePages } from './support/live.ts'
import { addLearner, makeRunning } from './support/scene.ts'
import { until } from './support/until.ts'

/** Reports an event that opens an incident. */
async function openIncident({ admin, path, at }: SessionWorld): Promise<void> {
  const body = { name: 'Second person', opensIncident: true }
  const type = await admin('POST', path('/eventTypes'), { body })
  const event = { eventTypeSid: type.text('sid'), title: 'A second person' }
  expect((await admin('POST', at('/events'), { body: event })).status).toBe(201)
}

const liveOf = ({ installSid, examSid }: SessionWorld) => `/installs/${installSid}/live?exam=${examSid}`

describeInBrowser('the live grid', newContext => {
  test('shows who is online or missing, incidents first, and sends messages', {
    timeout: 180_000,
  }, async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await using pages = await livePages(scene, newContext)
    await using operator = await signedInConsole(scene, newContext, { role: 'developer' })
    const { page, open, reported } = operator
    await open(liveOf(scene))
    const cards = page.locator('.learners > li')
    const ada = cards.filter({ hasText: 'Ada' })
    await ada.getByText('Not connected').waitFor()
    const learner = await pages.openLearner()
    await ada.getByText('Online').waitFor()

    await ada.getByRole('button', { name: /^Message to Ada/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Live', { exact: true }).waitFor()
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Please show your desk.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The message is sent.').waitFor()
    await learner.frame.getByRole('log').getByText('Please show your desk.').waitFor()

    await learner.page.close()
    await ada.getByText('Connection lost').waitFor({ timeout: 60_000 })
    await until(async () => (await cards.first().innerText()).includes('Ada'))
    await openIncident(scene)
    await ada.getByText('Incidents: 1').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(reported).toEqual([])
  })

  test('shows a viewer the running sessions and incidents, and nothing that would be refused', {
    timeout: 120_000,
  }, async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await using viewer = await signedInConsole(scene, newContext, { role: 'viewer' })
    const { page, open, calls } = viewer
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url())
    })
    await open(liveOf(scene))
    const cards = page.locator('.learners > li')
    const ada = cards.filter({ hasText: 'Ada' })
    await ada.getByText('Running').waitFor()
    await expect.poll(() => cards.first().innerText()).toContain('Ada')
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await openIncident(scene)
    await ada.getByText('Incident', { exact: true }).waitFor()
    expect(refused).toEqual([])
    expect(calls.filter(call => !call.startsWith('GET '))).toEqual([])
  })

  test('offers the exams that are being taken or have an appointment today, and no others', async () => {
    const scene = await makeSession()
    await scene.act('POST', '', { appointmentDate: soon(3 * 24 * 60) })
    await using operator = await signedInConsole(scene, newContext, { role: 'developer' })
    const { page, open } = operator
    const offered = async () => {
      await open(`/installs/${scene.installSid}/live`)
      const options = page.getByLabel('Exam', { exact: true }).locator('option')
      await options.first().waitFor({ state: 'attached' })
      return (await options.all()).length - 1 // the first one asks to choose
    }
    expect(await offered()).toBe(0)
    await scene.act('PUT', '', { appointmentDate: soon(10) })
    await scene.act('POST', '/start')
    await expect.poll(offered).toBe(1)
  })

  test('without a chosen exam, the page names those of today, and a choice keeps the focus', async () => {
    const scene = await makeSession()
    await using operator = await signedInConsole(scene, newContext, { role: 'viewer' })
    const { page, open } = operator
    await open(`/installs/${scene.installSid}/live`)
    await page.getByText('No exam is being taken now').waitFor()
    await scene.act('POST', '', { appointmentDate: soon(10) })
    await scene.act('POST', '/start')
    await page.reload()
    await page.getByRole('link', { name: /^Midterm/ }).press('Enter')
    await page.getByRole('link', { name: /Ada/ }).waitFor()
    const chooser = page.getByLabel('Exam', { exact: true })
    expect(await chooser.inputValue()).toBe(scene.examSid)
    expect(await chooser.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true)
  })
})
