// The catalogue in the console: a course gets a section, an exam and a learner, the exam is assigned, and people are found by
// name.

import { expect, test } from 'vitest'
import { makeWorld } from '../support/world.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Console, signedInConsole } from './support/console.ts'

const sids = /[A-Z]{2}[a-f0-9]{32}/g

const changes = ({ calls }: Pick<Console, 'calls'>) =>
  calls.filter(call => !call.startsWith('GET ')).map(call => call.replaceAll(sids, ':id'))

/** Searches in a field for people, and chooses the first with the keyboard. */
async function choosePerson({ page }: Pick<Console, 'page'>, label: string, text: string, name: string) {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await page.getByRole('option', { name }).waitFor()
  await field.press('Enter')
}

describeInBrowser('the catalogue in the console', newContext => {
  test('a section, an exam, a learner and an assignment are added to a course, each by one documented call', {
    timeout: 240_000,
  }, async () => {
    const world = await makeWorld()
    const course = await world.admin('POST', world.path('/courses'), { body: { title: 'Mycology' } })
    await world.user({ firstName: 'Ada', lastName: 'Lovelace' })
    await world.user({ firstName: 'Grace', lastName: 'Hopper' })
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open, reported } = opened
    await open(`/installs/${world.installSid}/courses/${course.text('sid')}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New section' }).click()
    await dialog.getByLabel('Title').fill('Monday')
    await dialog.getByLabel('Title').press('Enter')
    await page.getByRole('button', { name: 'Edit Monday' }).click()
    await dialog.getByLabel('Title').fill('Tuesday')
    await dialog.getByLabel('Title').press('Enter')
    await page.getByRole('button', { name: 'Edit Tuesday' }).waitFor()

    await page.getByRole('button', { name: 'Enroll a person' }).click()
    const person = dialog.getByRole('combobox', { name: 'Person' })
    await person.fill('nobody at all')
    await dialog.getByText('Nobody found.').waitFor()
    await dialog.getByRole('button', { name: 'Enroll a person' }).click()
    await expect
      .poll(() => person.evaluate(input => input['validationMessage']))
      .toBe('Choose a person from the list.')
    await person.fill('ada love')
    await dialog.getByRole('option', { name: 'Lovelace, Ada' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await person.press('Enter')
    await expect.poll(() => person.inputValue()).toBe('Lovelace, Ada')
    await person.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const row = page.locator('tr', { has: page.getByRole('link', { name: 'Lovelace, Ada' }) })
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Tuesday').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Tuesday').waitFor()

    await page.getByRole('button', { name: 'New exam' }).click()
    await dialog.getByLabel('Title').fill('Midterm')
    await dialog.getByLabel('Duration in minutes').fill('45')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Midterm' }).click()
    await page.getByRole('heading', { name: 'Midterm', level: 1 }).waitFor()
    await page.locator('.page-head').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Appointments need approval').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const examSid = page.url().split('/').at(-1) ?? ''
    const exam = await world.admin('GET', world.path(`/courses/${course.text('sid')}/exams/${examSid}`))
    expect(exam.body).toMatchObject({ title: 'Midterm', requireApproval: true, limitedScope: false })

    const configurations = world.path(`/courses/${course.text('sid')}/exams/${examSid}/configurations`)
    const [primary] = (await world.admin('GET', configurations)).list('results')
    await world.admin('PUT', `${configurations}/${primary?.['sid']}`, {
      body: { proctorTypes: ['live', 'record-and-review'] },
    })
    const assignments = async () =>
      (await world.admin('GET', world.path(`/exams/${examSid}/assignments`))).list('results')
    await page.getByRole('button', { name: 'New assignment' }).click()
    await dialog.getByLabel('Exam opens').fill('2031-03-01')
    await dialog.getByLabel('Tuesday').check()
    await choosePerson(opened, 'Add a learner', 'hopper', 'Hopper, Grace')
    await dialog.getByText('Hopper, Grace is not enrolled in this course.').waitFor()
    await choosePerson(opened, 'Add a learner', 'lovelace', 'Lovelace, Ada')
    await dialog.locator('.chosen').getByText('Lovelace, Ada').waitFor()
    await dialog.getByRole('button', { name: 'Check the effect' }).click()
    await dialog.getByText('No appointment changes.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    const section = page.getByRole('region', { name: 'Assignments' })
    await section.getByText('Lovelace, Ada').waitFor()
    expect(await assignments()).toMatchObject([
      {
        examOpenDate: '2031-03-01',
        targets: { enrollmentSids: [expect.any(String)], sectionSids: [expect.any(String)] },
      },
    ])
    await section.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Tuesday').uncheck()
    await dialog.getByLabel('Exam closes').fill('2031-03-31')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await assignments()).toMatchObject([
      { examCloseDate: '2031-03-31', targets: { enrollmentSids: [expect.any(String)], sectionSids: [] } },
    ])
    await choosePerson(opened, 'Person', 'lovelace', 'Lovelace, Ada')
    await page.getByRole('row', { name: /Exam opens.*Assignment/ }).waitFor()
    await page.getByRole('row', { name: /^Types of proctoring Live and Record and review/ }).waitFor()
    await section.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await section.getByText('This exam has no assignments.').waitFor()

    await open(`/installs/${world.installSid}/courses/${course.text('sid')}`)
    await row.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await row.getByText('Withdrawn').waitFor()
    await row.getByRole('button', { name: 'Enroll again' }).click()
    await row.getByText('Active').waitFor()
    const base = '/v1/installs/:id/courses/:id'
    const assigned = '/v1/installs/:id/exams/:id/assignments'
    expect(changes(opened)).toEqual([
      `POST ${base}/sections`,
      `PUT ${base}/sections/:id`,
      `POST ${base}/enrollments`,
      `PUT ${base}/enrollments/:id`,
      `POST ${base}/exams`,
      `PUT ${base}/exams/:id`,
      `POST ${assigned}/impact`,
      ...Array.from({ length: 3 }, () => `PUT ${assigned}`),
      `DELETE ${base}/enrollments/:id`,
      `POST ${base}/enrollments`,
    ])
    expect(reported).toEqual([])
  })
})
