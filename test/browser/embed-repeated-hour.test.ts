// Starts in the hour that the clock repeats at the end of daylight saving time. The browser's zone is that of Berlin.

import { expect, test } from 'vitest'
import { makeSession, type SessionWorld, soon } from '../support/sessions.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'
import { type Embedded, openReady } from './support/embed-page.ts'
import { openSite } from './support/site.ts'

/** The last Sunday of October of the next year, as in `2027-10-31`. */
const day = (() => {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 9, 31))
  last.setUTCDate(31 - last.getUTCDay())
  return last.toISOString().slice(0, 10)
})()
const first = `${day}T00:30:00.000Z`
const second = `${day}T01:30:00.000Z`

/** A session of an exam whose window contains the hour. */
function sessionAt(configuration: object = {}): Promise<SessionWorld> {
  const closed = `${day.slice(0, 4)}-12-01T00:00:00Z`
  const window = {
    ...{ examOpenDate: soon(-60), examCloseDate: closed },
    ...{ scheduleOpenDate: soon(-60), scheduleCloseDate: closed },
  }
  return makeSession({ configuration: { duration: 60, ...window, ...configuration } })
}

async function inPage(
  newContext: NewContext,
  scene: SessionWorld,
  use: (embedded: Embedded) => Promise<void>,
): Promise<void> {
  const elementType = 'exam-session'
  await using site = await openSite(scene, { elementType, targetUserSid: scene.userSid })
  await using context = await newContext()
  await use(await openReady(context, site))
}

const label = 'The clock shows this time twice. Choose one'

describeInBrowser('a start in the repeated hour', newContext => {
  test('of two starts that the clock shows alike, the learner chooses one, if both are possible', async () => {
    const scene = await sessionAt()
    await inPage(newContext, scene, async ({ frame, audit }) => {
      const choice = frame.getByLabel(label)
      const start = frame.getByLabel('Start')
      await start.fill(`${day.slice(0, 8)}20T02:30`)
      expect(await choice.isVisible()).toBe(false)
      await start.fill(`${day}T02:30`)
      const texts = await choice.locator('option').allInnerTexts()
      expect(texts.map(text => text.slice(-10).trim())).toEqual(['02:30 CEST', '02:30 CET'])
      expect(await audit()).toEqual([])
      await choice.selectOption({ index: 1 })
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('Your appointment is booked.').waitFor()
      expect((await scene.read()).text('appointmentDate')).toBe(second)

      await frame.getByRole('button', { name: 'Move the appointment' }).click()
      await start.fill(`${day}T02:30`)
      await frame.getByRole('button', { name: 'Move', exact: true }).click()
      await frame.getByRole('button', { name: 'Move the appointment' }).waitFor()
      expect((await scene.read()).text('appointmentDate')).toBe(first)
    })
  })

  test('the learner is asked also about the start that a slot proposes, and a change of the minutes keeps the choice', async () => {
    const slot = { location: 'Room 4', startTime: first, endTime: `${day}T03:00:00.000Z`, capacity: 3 }
    const scene = await sessionAt({ instructorAsProctor: [slot] })
    await inPage(newContext, scene, async ({ frame }) => {
      const choice = frame.getByLabel(label)
      const start = frame.getByLabel('Start')
      expect(await start.inputValue()).toBe(`${day}T02:30`)
      expect(await choice.isVisible()).toBe(true)
      await choice.selectOption({ index: 1 })
      await start.fill(`${day}T02:45`)
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('Your appointment is booked.').waitFor()
      expect((await scene.read()).text('appointmentDate')).toBe(`${day}T01:45:00.000Z`)
    })
  })
})
