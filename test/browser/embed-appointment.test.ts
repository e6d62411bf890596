// A learner books, moves and cancels an appointment; a proctor finds a session in the list.

import { expect, test } from 'vitest'
import { makeSession, type SessionWorld, soon } from '../support/sessions.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'
import { type Embedded, openPage, openReady } from './support/embed-page.ts'
import { addLearner, makeRunning, makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'

const slots = [
  { location: 'Room 4', startTime: soon(60), endTime: soon(240), capacity: 3 },
  { location: 'Room 5', startTime: soon(600), endTime: soon(900), capacity: 1 },
]

/** Opens the page of an element for the test. */
async function inPage(
  newContext: NewContext,
  scene: SessionWorld,
  elementType: string,
  use: (embedded: Embedded) => Promise<void>,
): Promise<void> {
  const targetUserSid = elementType === 'proctoring-session' ? await scene.user() : scene.userSid
  await using site = await openSite(scene, { elementType, targetUserSid })
  await using context = await newContext()
  await use(await openReady(context, site))
}

describeInBrowser("a learner's appointment", newContext => {
  test('a learner reads why the system closed the session, as a sentence', async () => {
    const scene = await makeRunning()
    await scene.act('POST', '/end')
    await scene.act('POST', '/void', { reason: 'Power failure' })
    await inPage(newContext, scene, 'exam-session', async ({ frame }) => {
      await frame.getByRole('navigation').getByRole('button').filter({ hasText: 'Closed' }).click()
      await frame.getByText('Reason of the cancellation: the attempt does not count.').waitFor()
    })
  })

  test('a learner can book a slot, move the appointment, cancel it, and book again', async () => {
    const scene = await makeSession({ configuration: { duration: 60, instructorAsProctor: slots } })
    await inPage(newContext, scene, 'exam-session', async ({ frame, audit }) => {
      await frame.getByRole('heading', { name: 'Book an appointment' }).waitFor()
      expect(await audit()).toEqual([])
      const options = await frame.getByLabel('Time', { exact: true }).locator('option').allInnerTexts()
      expect(options).toEqual([
        expect.stringMatching(/Room 4, seats left: 3$/),
        expect.stringMatching(/Room 5, seats left: 1$/),
      ])
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('Your appointment is booked.').waitFor()
      const booked = await scene.read()
      expect(booked.text('status')).toBe('Scheduled')
      expect(Date.parse(booked.text('appointmentDate')) - Date.now()).toBeLessThan(62 * 60_000)

      await frame.getByRole('button', { name: 'Move the appointment' }).click()
      await frame.getByLabel('Time', { exact: true }).selectOption({ index: 1 })
      await frame.getByRole('button', { name: 'Move', exact: true }).click()
      await frame.getByRole('button', { name: 'Move the appointment' }).waitFor()
      expect((await scene.read()).body).toMatchObject({ location: { name: 'Room 5' } })

      await frame.getByRole('button', { name: 'Cancel the appointment' }).click()
      await frame.getByRole('dialog').getByLabel('Reason').selectOption('technical-issue')
      expect(await audit()).toEqual([])
      await frame.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
      await frame.getByText('Your appointment is cancelled.').waitFor()
      expect((await scene.read()).body).toMatchObject({ status: 'Closed', statusReason: 'technical-issue' })
      await frame.getByRole('heading', { name: 'Book an appointment' }).waitFor()
      await expect.poll(() => frame.getByRole('navigation').getByRole('button').count()).toBe(2)
    })
  })

  test('without slots, the learner chooses a start within the window of the exam, shown without what is over', async () => {
    const configuration = {
      ...{ duration: 60, examOpenDate: soon(-60), examCloseDate: soon(3 * 24 * 60) },
      ...{ scheduleOpenDate: soon(-60), scheduleCloseDate: soon(24 * 60 + 30) },
    }
    const scene = await makeSession({ configuration, exam: { requireApproval: true } })
    await inPage(newContext, scene, 'exam-session', async ({ frame }) => {
      await frame.getByText('Possible until').waitFor()
      await frame.getByText('Appointments can be changed until').waitFor()
      expect(await frame.getByText(/(Possible|changed) from/).count()).toBe(0)
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('Please fill in: Start.').waitFor()
      await frame.getByLabel('Start').fill('2001-01-01T10:00')
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByRole('alert').filter({ hasText: 'outside the times' }).waitFor()
      // The browser is in Berlin, so its inputs show the local time of Berlin.
      const start = new Date(Date.now() + 24 * 60 * 60_000)
      const wall = new Intl.DateTimeFormat('sv', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: 'Europe/Berlin',
      })
      await frame.getByLabel('Start').fill(wall.format(start).replace(' ', 'T'))
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('It still needs approval').waitFor()
      start.setSeconds(0, 0)
      expect((await scene.read()).text('appointmentDate')).toBe(start.toISOString())
    })
  })

  test('the list of sessions shows the appointment as soon as it is booked', async () => {
    const scene = await makeSession()
    // The list has several sessions.
    await scene.client.post('/v1/installs/{installSid}/courses/{courseSid}/exams', {
      params: { courseSid: scene.courseSid },
      body: { title: 'Final', configuration: { duration: 60 } },
    })
    await inPage(newContext, scene, 'exam-session', async ({ frame }) => {
      const entry = frame.getByRole('navigation').getByRole('button', { name: 'Midterm' })
      await entry.click()
      await frame.locator('[aria-current="true"]', { hasText: 'Midterm' }).waitFor() // it is open
      await expect.poll(() => entry.innerText()).toContain('No appointment')
      const texts = await frame.getByRole('navigation').locator('button > :first-child').all()
      const starts = await Promise.all(texts.map(async text => (await text.boundingBox())?.x))
      expect(new Set(starts).size, 'texts of the open entry and of others are aligned').toBe(1)
      await frame.getByLabel('Start').fill(`${new Date().getFullYear() + 1}-01-02T10:00`)
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('Your appointment is booked.').waitFor()
      await expect.poll(() => entry.innerText()).toMatch(/2 Jan \d{4}, 10:00[\s\S]*Scheduled/)
    })
  })

  test('a background refresh keeps the text that the learner has typed', async () => {
    const scene = await makeSession()
    await inPage(newContext, scene, 'exam-session', async ({ frame }) => {
      await frame.getByLabel('Start').fill('2030-01-01T10:00')
      await frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await frame.waitForTimeout(500)
      await expect.poll(() => frame.getByLabel('Start').inputValue()).toBe('2030-01-01T10:00')
    })
  })

  test('an appointment cannot be changed after the exam has started', async () => {
    await inPage(newContext, await makeRunning(), 'exam-session', async ({ frame }) => {
      expect(await frame.getByRole('button', { name: /appointment/ }).count()).toBe(0)
    })
  })
})

describeInBrowser("a proctor's list", newContext => {
  test('the list shows the running session first, and can be searched and filtered', async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await inPage(newContext, scene, 'proctoring-session', async ({ frame }) => {
      const list = frame.getByRole('navigation')
      const entries = list.getByRole('button')
      await expect
        .poll(() => entries.allInnerTexts())
        .toEqual([
          expect.stringMatching(/^Ada Learner[\s\S]*Running$/),
          expect.stringMatching(/^Grace Hopper[\s\S]*Scheduled$/),
        ])
      await list.getByText('2 of 2 sessions').waitFor()
      await list.getByLabel('Search by learner or exam').fill('HÖPPER')
      await expect.poll(() => entries.allInnerTexts()).toEqual([expect.stringMatching(/^Grace/)])
      await list.getByText('1 of 2 sessions').waitFor()
      await list.getByLabel('Show').selectOption('Running')
      await list.getByText('No session matches.').waitFor()
      await list.getByLabel('Search by learner or exam').fill('')
      await expect.poll(() => entries.allInnerTexts()).toEqual([expect.stringMatching(/^Ada/)])
    })
  })

  test('a running session with an open incident is listed as running and as an incident', async () => {
    const scene = await makeRunning()
    const type = { name: 'Second person', opensIncident: true }
    const { admin, path, at } = scene
    const made = await admin('POST', path('/eventTypes'), { body: type })
    await admin('POST', at('/events'), {
      body: { eventTypeSid: made.text('sid'), title: 'Somebody came in' },
    })
    expect((await scene.read()).text('status')).toBe('Incident')
    await inPage(newContext, scene, 'proctoring-session', async ({ frame, audit }) => {
      const list = frame.getByRole('navigation')
      const entries = list.getByRole('button')
      const badges = entries.locator('.badge')
      for (const filter of ['All', 'Running', 'Incident']) {
        await list.getByLabel('Show').selectOption(filter)
        await expect.poll(() => badges.allInnerTexts()).toEqual(['Running', 'Incident', 'Open incidents: 1'])
      }
      await list.getByLabel('Show').selectOption('Scheduled')
      await list.getByText('No session matches.').waitFor()
      await list.getByLabel('Show').selectOption('All')
      await entries.click()
      await frame.getByRole('heading', { name: 'Report an event' }).waitFor()
      const line = frame.locator('main p.line').first()
      await expect.poll(() => line.locator('.badge').allInnerTexts()).toEqual(['Running', 'Incident'])
      expect(await audit()).toEqual([])
    })
  })

  test('an empty list does not ask for a choice', async () => {
    const scene = await makeScene()
    const targetUserSid = await scene.user()
    await using site = await openSite(scene, {
      elementType: 'proctoring-session',
      targetUserSid,
      resource: 'nowhere',
    })
    await using context = await newContext()
    const { frame } = await openPage(context, site)
    await frame.getByText('There are no sessions now.').waitFor()
    expect(await frame.getByText('Choose a session').isVisible()).toBe(false)
  })

  test('each form is below the list that it adds to, under its own heading', async () => {
    const scene = await makeRunning()
    await inPage(newContext, scene, 'proctoring-session', async ({ frame }) => {
      await frame.getByRole('navigation').getByRole('button').first().click()
      await frame.locator('form').first().waitFor()
      await expect
        .poll(() => frame.locator('h3').allInnerTexts())
        .toEqual([...['Messages', 'Events (1)', 'Report an event', 'Annotations (1)', 'Add an annotation']])
    })
  })
})
