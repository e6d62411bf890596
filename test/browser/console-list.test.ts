// Long lists: the address has their state, and a million rows scroll to the end with few of them in the document.

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notify } from '../support/messages.ts'
import { isExhaustive } from '../support/rounds.ts'
import { makeSession, soon } from '../support/sessions.ts'
import { makeWorld } from '../support/world.ts'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { signedInConsole } from './support/console.ts'
import { makeScene } from './support/scene.ts'
import { until } from './support/until.ts'

const rowCount = 1_000_000

describeInBrowser('long lists of the console', newContext => {
  // Half a minute; integration/platform/events reads the pages of this list.
  test.runIf(isExhaustive)(
    'a million sign-in events scroll to the last one, with at most 200 rows in the document',
    {
      timeout: 300_000,
    },
    async () => {
      const world = await makeWorld()
      // One statement would take longer than a request may.
      for (let from = 1; from <= rowCount; from += 100_000)
        await world.stack.db.execute(sql`insert into sign_in_event (sid, account_sid, event, created_date)
        select lpad(to_hex(n), 32, '0')::uuid, ${world.accountSid.slice(2)}::uuid, 'signed_out',
          timestamptz '2020-01-01' + n * interval '1 second'
        from generate_series(${from}::int, ${from + 99_999}::int) as n`)
      await using opened = await signedInConsole(world, newContext)
      const { page, open } = opened
      await open('/sign-in-events')
      const list = page.getByRole('group', { name: 'Sign-in events' })
      await list.getByText('Signed in', { exact: true }).first().waitFor({ timeout: 60_000 })
      await list.evaluate(element => element.scrollTo(0, element.scrollHeight))
      await list.locator(`tr[data-row="${rowCount}"][data-key]`).waitFor({ timeout: 60_000 })
      await expect.poll(() => list.locator('tr').count()).toBeLessThanOrEqual(200)
      await expect
        .poll(() => list.locator('time').last().getAttribute('datetime'))
        .toBe('2020-01-01T00:00:01.000Z')
      await until(() => page.url().includes('from='))
      const address = page.url()
      await page.reload()
      await list.locator(`tr[data-row="${rowCount}"][data-key]`).waitFor({ timeout: 60_000 })
      expect(page.url()).toBe(address)
    },
  )

  test('a list whose next rows are read as it scrolls does not state that it ends early', async () => {
    const world = await makeWorld()
    await world.stack.db.execute(sql`insert into users (sid, install_sid, first_name, last_name, email)
      select uuidv7(), ${world.installSid.slice(2)}::uuid, 'Ada', 'Learner ' || n, n || '@school.example'
      from generate_series(1, 150) n`)
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/users`)
    await page.getByText(/^1–\d+ of 15\d$/).waitFor()
    expect(await page.getByText('Only the first').count()).toBe(0)
  })

  test('filters and the order are in the address; back and a copied link show the same', async () => {
    const world = await makeWorld()
    for (const lastName of ['Hopper', 'Lovelace', 'Noether']) await world.user({ lastName })
    await using opened = await signedInConsole(world, newContext)
    const { page, open, calls } = opened
    await open(`/installs/${world.installSid}/users`)
    const rows = page.locator('tr[data-key] a')
    await rows.first().waitFor()
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Hopper, Ada', 'Lovelace, Ada', 'Noether, Ada'])
    await page.getByRole('button', { name: 'Name' }).click()
    await until(async () => (await rows.first().innerText()) === 'Noether, Ada')
    await page.getByLabel('Last name').fill('love')
    await until(async () => (await rows.count()) === 1)
    const { search } = new URL(page.url())
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ sort: '-lastName', lastName: 'love' })
    await page.goBack()
    await until(async () => (await rows.count()) === 3)
    expect(await page.getByLabel('Last name').inputValue()).toBe('')
    const copied = await page.context().newPage()
    await copied.goto(`${world.stack.baseUrl}/console/installs/${world.installSid}/users${search}`)
    await copied.getByRole('link', { name: 'Lovelace, Ada' }).waitFor()
    await expect.poll(() => copied.locator('tr[data-key]').count()).toBe(1)
    await page.getByLabel('First name').fill('Ada')
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await until(async () => (await page.getByLabel('First name').inputValue()) === '')
    expect(await page.evaluate('document.activeElement.closest("search") !== null')).toBe(true)
    expect(new Set(calls.map(call => call.split(' ')[0]))).toEqual(new Set(['GET']))
  })

  test('clearing the filters also clears what was typed just before', async () => {
    const world = await makeWorld()
    await using opened = await signedInConsole(world, newContext)
    const { page, open } = opened
    await open(`/installs/${world.installSid}/users?firstName=Ada`)
    const clear = page.getByRole('button', { name: 'Clear filters' })
    await clear.waitFor()
    await page.getByLabel('Last name').fill('love')
    await clear.press('Enter')
    await page.waitForTimeout(500) // longer than the pause after which a text applies
    expect(new URL(page.url()).search).toBe('')
    expect(await page.getByLabel('Last name').inputValue()).toBe('')
  })

  test('a session shows the name of its proctor type, not the code', { timeout: 120_000 }, async () => {
    const world = await makeSession({ configuration: { duration: 60, proctorTypes: ['record-and-review'] } })
    await world.act('POST', '', { appointmentDate: soon(20) })
    await using opened = await signedInConsole(world, newContext, { role: 'viewer' })
    const { page, open } = opened
    await open(`/installs/${world.installSid}/sessions`)
    await page.getByRole('cell', { name: 'Record and review' }).waitFor()
    await open(`/installs/${world.installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`)
    await page.locator('.facts').getByText('Record and review', { exact: true }).waitFor()
  })

  test('sessions without an appointment are last, and a learner is found by name', {
    timeout: 240_000,
  }, async () => {
    const world = await makeScene()
    const { admin, path, courseSid, installSid } = world
    await notify(world)
    await world.act('PUT', '', { appointmentDate: soon(20) })
    await expect.poll(async () => (await world.read()).body['messagingConfirmations']).toHaveLength(1)
    for (const lastName of ['Hopper', 'Noether']) {
      const userSid = await world.user({ firstName: 'Grace', lastName })
      await admin('POST', path(`/courses/${courseSid}/enrollments`), { body: { userSid } })
    }
    await using opened = await signedInConsole(world, newContext, { role: 'viewer' })
    const { page, open, reported } = opened
    await open(`/installs/${installSid}/sessions`)
    const rows = page.locator('tr[data-key]')
    await rows.first().waitFor()
    const dates = () => rows.evaluateAll(all => all.map(row => row['innerHTML'].includes('<time')))
    expect(await dates()).toEqual([true, false, false])
    await page.getByRole('button', { name: 'Appointment' }).click()
    await until(() => page.url().includes('sort=appointmentDate'))
    await rows.first().waitFor()
    expect(await dates()).toEqual([true, false, false])
    const learner = page.getByRole('combobox', { name: 'Learner' })
    await learner.fill('hopper')
    await page.getByRole('option', { name: 'Hopper, Grace' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await learner.press('Enter')
    await until(async () => (await rows.count()) === 1)
    expect(new URL(page.url()).searchParams.get('learner')).toMatch(/^US[0-9a-f]{32}$/)
    await page.reload()
    await until(async () => (await learner.inputValue()) === 'Hopper, Grace')
    await learner.fill('')
    await until(async () => (await rows.count()) === 3)
    await world.user({ firstName: 'Mary', lastName: 'Somerville', email: 'mary.s@school.example' })
    await learner.fill('Mary.S@school') // who has no sessions
    await page.getByRole('option', { name: 'Somerville, Mary' }).waitFor()

    await open(`/installs/${installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`)
    await page.getByText('Mail to the learner · Change of the appointment').waitFor()
    await open(`/installs/${installSid}/reports/unscheduled`)
    const byCourse = page.getByRole('group', { name: 'By course' })
    await byCourse.getByRole('row', { name: /^Biology 2/ }).waitFor()
    await page.getByRole('combobox', { name: 'Find a person' }).fill('hopper')
    await page.getByRole('option', { name: 'Hopper, Grace' }).click()
    await byCourse.getByRole('row', { name: /^Biology 1/ }).waitFor()
    await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Hopper')
    await open(`/installs/${installSid}/reports/churn`)
    await byCourse.getByRole('row', { name: /^Biology 3 0 0/ }).waitFor()
    expect(reported).toEqual([])
  })
})
