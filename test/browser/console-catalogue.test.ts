// The catalogue in the console: a course gets a section, an exam and a learner, and the exam is changed.

import { expect, test } from 'vitest'
import { makeWorld } from '../support/world.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'

describeInBrowser('the catalogue in the console', newContext => {
  test('a section, an exam and a learner are added to a course, each by one documented call', {
    timeout: 120_000,
  }, async () => {
    const world = await makeWorld()
    const course = await world.admin('POST', world.path('/courses'), { body: { title: 'Mycology' } })
    const userSid = await world.user({ firstName: 'Ada', lastName: 'Lovelace' })
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open, calls, reported } = opened
    await open(`/installs/${world.installSid}/courses/${course.text('sid')}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New section' }).click()
    await dialog.getByLabel('Title').fill('Monday')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit Monday' }).click()
    await dialog.getByLabel('Title').fill('Tuesday')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit Tuesday' }).waitFor()
    await page.getByRole('button', { name: 'Enroll a person' }).click()
    await dialog.getByLabel('Id of the person').fill(userSid)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Learner', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New exam' }).click()
    await dialog.getByLabel('Title').fill('Midterm')
    await dialog.getByLabel('Duration in minutes').fill('45')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Midterm' }).click()
    await page.getByRole('heading', { name: 'Midterm', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Appointments need approval').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const examSid = page.url().split('/').at(-1) ?? ''
    const exam = await world.admin('GET', world.path(`/courses/${course.text('sid')}/exams/${examSid}`))
    expect(exam.body).toMatchObject({ title: 'Midterm', requireApproval: true, limitedScope: false })
    const sids = /[A-Z]{2}[a-f0-9]{32}/g
    const changes = calls.filter(call => !call.startsWith('GET ')).map(call => call.replaceAll(sids, ':id'))
    const base = '/v1/installs/:id/courses/:id'
    expect(changes).toEqual([
      `POST ${base}/sections`,
      `PUT ${base}/sections/:id`,
      `POST ${base}/enrollments`,
      `POST ${base}/exams`,
      `PUT ${base}/exams/:id`,
    ])
    expect(reported).toEqual([])
  })
})
