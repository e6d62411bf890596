// People in the console: created, changed and merged; proctor accounts; and a roster with errors.

import { expect, test } from 'vitest'
import { bundle } from '../support/one-roster.ts'
import { userLine, usersHeader } from '../support/roster.ts'
import { makeWorld } from '../support/world.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'

const changes = (calls: readonly string[]) => calls.filter(call => !call.startsWith('GET '))
const sids = /[A-Z]{2}[a-f0-9]{32}/g

describeInBrowser('people in the console', newContext => {
  test('a person is created, changed and merged, and a proctor account follows the installs that are chosen', {
    timeout: 180_000,
  }, async () => {
    const world = await makeWorld()
    await world.user({ firstName: 'Grace', lastName: 'Hopper', sisId: 'S-77' })
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open, calls, reported } = opened
    const dialog = page.getByRole('dialog')
    await open(`/installs/${world.installSid}/users`)
    await page.getByRole('button', { name: 'New person' }).click()
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Lovelace')
    await dialog.getByLabel('Password').fill('short')
    await dialog.getByLabel('Email address', { exact: true }).fill('ada@school.example')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Expected 8 to 30 letters').last().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Password').fill('Correct4horse!')
    await dialog.getByLabel('Username').fill('ada')
    await dialog.getByLabel('May sign in').check()
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    const userSid = page.url().split('/').at(-1) ?? ''
    const profile = () => world.admin('GET', world.path(`/users/${userSid}/profile`))
    expect((await profile()).body).toMatchObject({
      ...{ username: 'ada', enabled: true, timezone: { name: 'Europe/Berlin' }, role: 'learner' },
      authentication: { passwordSet: true },
    })
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Role').selectOption('Instructor')
    await dialog.getByLabel('Mobile phone').fill('+49 30 1')
    await dialog.getByLabel('Username').fill('')
    await dialog.getByLabel('May sign in').uncheck()
    // Another operator changes the person meanwhile: what is entered stays, and the second attempt applies.
    await world.admin('PUT', world.path(`/users/${userSid}`), { body: { sisId: 'S-1' } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Changed by someone else').waitFor()
    await dialog.getByLabel('Id in the student information system (SIS)').fill('S-1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await profile()).body).toMatchObject({
      ...{ username: null, enabled: false, role: 'instructor', mobilePhone: '+49 30 1', sisId: 'S-1' },
      authentication: { passwordSet: true },
    })
    await page.getByText('Instructor', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Merge into another person' }).click()
    const remains = dialog.getByRole('combobox', { name: 'The person that remains' })
    await remains.fill('S-77')
    await dialog.getByRole('option', { name: 'Hopper, Grace' }).click()
    await dialog.getByRole('button', { name: 'Merge into another person' }).click()
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor()

    await world.user({ firstName: 'Emmy', lastName: 'Noether', email: 'emmy@faculty.example' })
    await open(`/installs/${world.installSid}/users`)
    await page.getByLabel('Search', { exact: true }).fill('emmy@FACULTY')
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('emmy@FACULTY')
    await page.getByRole('link', { name: 'Noether, Emmy' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Hopper, Grace' }).count()).toBe(0)
    await page.getByRole('button', { name: 'New proctor account' }).click()
    await dialog.getByLabel('Name').fill('Northern')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Edit Northern' }).click()
    await dialog.getByLabel('Name').fill('Southern')
    await dialog.getByLabel('Test install').uncheck()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Southern None/ }).waitFor()
    await page.getByRole('button', { name: 'Delete Southern' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are no proctor accounts.').waitFor()
    expect(changes(calls).map(call => call.replaceAll(sids, ':id'))).toEqual([
      ...Array.from({ length: 2 }, () => 'POST /v1/installs/:id/users'),
      ...Array.from({ length: 2 }, () => 'PUT /v1/installs/:id/users/:id'),
      'POST /v1/installs/:id/users/:id/merge',
      'POST /v1/proctors',
      'PUT /v1/proctors/:id',
      'DELETE /v1/proctors/:id',
    ])
    expect(reported).toEqual([])
  })

  test('a roster is checked without a change, its errors name their lines, and it is imported afterwards', {
    timeout: 180_000,
  }, async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open, calls, reported } = opened
    await open(`/installs/${world.installSid}/users`)
    await page.getByRole('button', { name: 'Import a roster' }).click()
    const dialog = page.getByRole('dialog')
    const attach = (zip: Uint8Array) =>
      dialog
        .getByLabel('ZIP file')
        .setInputFiles({ name: 'roster.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
    const users = [usersHeader, userLine('a'), userLine('b', { given: '' }), userLine('c')].join('\n')
    await attach(bundle({ users: [] }, { files: { 'users.csv': users } }))
    await dialog.getByRole('button', { name: 'Check (dry run)' }).click()
    await dialog.getByText('The file is checked. Nothing was changed. 1 rows with errors').waitFor()
    const error = dialog.getByRole('row', { name: /users\.csv:3 givenName/ })
    await error.waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect((await world.admin('GET', world.path('/users'))).body).toMatchObject({ total: 0 })
    // A file that is no roster is refused as a whole.
    await attach(new Uint8Array([1, 2, 3]))
    await dialog.getByRole('button', { name: 'Check (dry run)' }).click()
    await dialog.getByRole('alert').waitFor()
    await attach(bundle({ users: [{ givenName: 'Grace', familyName: 'Hopper' }] }))
    await dialog.getByRole('button', { name: 'Check (dry run)' }).click()
    await dialog.getByText('The file is checked. Nothing was changed. No errors.').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('The file is imported. No errors.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'Hopper, Grace' }).waitFor()
    expect(changes(calls)).toEqual(
      Array.from({ length: 4 }, () => `POST ${world.path('/provision/oneroster')}`),
    )
    expect(reported).toEqual([])
  })
})
