// A page that nobody uses: what it reads by itself does not keep the session, and after the end it stops to read.

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { age, type Person } from '../support/platform.ts'
import { describeInBrowser } from './support/browser.ts'
import { enterPassword, signedInConsole } from './support/console.ts'
import { makeRunning } from './support/scene.ts'
import { until } from './support/until.ts'

const minutes = 60

/** The seconds since the session of the person was last used. */
async function secondsUnused({ id, world }: Person): Promise<number> {
  const { rows } = await world.stack.db.execute<{ seconds: string }>(
    sql`select extract(epoch from now() - last_seen_date) as seconds from sign_in_session
      where operator_sid = ${id.slice(2)}::uuid`,
  )
  return Number(rows[0]?.seconds)
}

describeInBrowser('an idle page', newContext => {
  test('lets the session end after half an hour without an act of the person, and keeps what was entered', {
    timeout: 120_000,
  }, async () => {
    const world = await makeRunning()
    const { installSid, examSid, sessionSid } = world
    await using opened = await signedInConsole(world, newContext, { role: 'admin' })
    const { page, open, person, calls } = opened
    const statuses = new Set<number>()
    page.on('response', response => {
      if (response.url().endsWith(`/sessions/${sessionSid}`)) statuses.add(response.status())
    })
    await page.clock.install()
    await open(`/installs/${installSid}/exams/${examSid}/sessions/${sessionSid}`)
    const button = page.getByRole('button', { name: 'Report an event' })
    await button.click()
    const form = page.getByRole('dialog', { name: 'Report an event' })
    await form.getByLabel('Title').fill('A second person')
    const polls = () => calls.filter(call => call.endsWith(`/sessions/${sessionSid}`)).length
    const morePolls = async (count: number) => {
      const before = polls()
      await until(() => polls() >= before + count)
    }

    // While the person types or moves the pointer, the requests of the page are a use of the session.
    await age(person, 'sign_in_session', ['last_seen_date'], 29 * minutes)
    await page.mouse.move(40, 40)
    await page.mouse.move(80, 90)
    await until(async () => (await secondsUnused(person)) < minutes)

    await page.clock.fastForward('00:11')
    await morePolls(1) // one was on its way
    await age(person, 'sign_in_session', ['last_seen_date'], 29 * minutes)
    await morePolls(3)
    expect(await secondsUnused(person)).toBeGreaterThan(29 * minutes)
    expect(statuses).toContain(304) // a record that is unchanged is not sent again
    await age(person, 'sign_in_session', ['last_seen_date'], minutes)
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()

    await sleep(500) // for the answers that are on their way
    const before = calls.length
    await sleep(4000)
    expect(calls.slice(before)).toEqual([])

    await enterPassword(page, person)
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' })
    await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('A second person')
    await morePolls(2)
    await form.getByRole('button', { name: 'Report an event' }).click()
    await page.getByText('A second person').first().waitFor()
  })
})
