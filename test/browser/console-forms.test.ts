// Forms of the console: a form that stays open can be sent again, and what was not shown is not changed.

import { expect, test } from 'vitest'
import { makeWorld } from '../support/world.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'
import { fetchOf } from './support/route.ts'

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

  test('a wrong current password asks for no sign-in and empties no field; the change empties both', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open, person } = opened
    await open('/security')
    const form = page.getByRole('form', { name: 'Change the password' })
    const current = form.locator('input[name="currentPassword"]')
    const next = form.locator('input[name="password"]')
    await current.fill('not the current one')
    await next.fill('Battery5staple!')
    await next.press('Enter')
    await form.getByRole('alert').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await next.inputValue()).toBe('Battery5staple!')
    await current.fill(person.password)
    await current.press('Enter')
    await page.getByText('Your password is changed').waitFor()
    await expect.poll(() => Promise.all([current.inputValue(), next.inputValue()])).toEqual(['', ''])
  })

  test('a change of an enrollment or an assignment keeps the sections that the form could not show', {
    timeout: 180_000,
  }, async () => {
    const world = await makeWorld()
    const { admin, path } = world
    const course = await admin('POST', path('/courses'), { body: { title: 'Mycology' } })
    const at = (rest: string) => path(`/courses/${course.text('sid')}${rest}`)
    const section = await admin('POST', at('/sections'), { body: { title: 'Monday' } })
    const sectionSids = [section.text('sid')]
    const userSid = await world.user({ firstName: 'Ada', lastName: 'Lovelace' })
    const enrolled = await admin('POST', at('/enrollments'), { body: { userSid, sectionSids } })
    const exam = await admin('POST', at('/exams'), { body: { title: 'Midterm' } })
    const assignments = path(`/exams/${exam.text('sid')}/assignments`)
    const targets = { sectionSids, enrollmentSids: [] }
    const assigned = await admin('PUT', assignments, {
      body: { added: [{ examOpenDate: '2031-03-01', targets }] },
    })
    expect(assigned.status, assigned.raw).toBeLessThan(300)

    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open } = opened
    await page.route('**/sections?*', route => route.fulfill({ status: 500 }))
    const dialog = page.getByRole('dialog')
    await open(`/installs/${world.installSid}/courses/${course.text('sid')}`)
    const row = page.locator('tr', { has: page.getByRole('link', { name: 'Lovelace, Ada' }) })
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Id in the student information system').fill('S-1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const enrollment = await admin('GET', at(`/enrollments/${enrolled.text('sid')}`))
    expect(enrollment.body).toMatchObject({ sisId: 'S-1', sectionSids })

    await open(`/installs/${world.installSid}/courses/${course.text('sid')}/exams/${exam.text('sid')}`)
    const list = page.getByRole('region', { name: 'Assignments' })
    await list.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Exam closes').fill('2031-03-31')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [changed] = (await admin('GET', assignments)).list('results')
    expect(changed).toMatchObject({ examCloseDate: '2031-03-31', targets: { sectionSids } })
  })
  test('a change whose responses are lost has one effect, when it is sent again', async () => {
    const world = await makeWorld()
    const { admin, path } = world
    const course = await admin('POST', path('/courses'), { body: { title: 'Mycology' } })
    const sections = path(`/courses/${course.text('sid')}/sections`)
    const titles = async () => (await admin('GET', sections)).list('results').map(({ title }) => title)
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open } = opened
    await open(`/installs/${world.installSid}/courses/${course.text('sid')}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New section' }).click()
    await dialog.getByLabel('Title').fill('Tuesday')
    await page.route(`**${sections}`, async route => {
      if (route.request().method() === 'POST') await fetchOf(route)
      await route.abort()
    })
    await dialog.getByLabel('Title').press('Enter')
    await dialog.getByRole('alert').waitFor()
    await page.unroute(`**${sections}`)
    await dialog.getByLabel('Title').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await titles()).toEqual(['Tuesday'])
  })
})
