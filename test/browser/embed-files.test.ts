// A learner adds photos, hands in work, chooses how the exam is proctored, and reads what the cancellation policy allows.

import { expect, test } from 'vitest'
import { make } from '../support/catalog.ts'
import { pdf, png } from '../support/files.ts'
import { makeSession, type SessionWorld, soon } from '../support/sessions.ts'
import { describeInBrowser, type NewContext } from './support/browser.ts'
import { type Embedded, openReady } from './support/embed-page.ts'
import { makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'

type Look = { locale?: string; theme?: string; width?: number }

async function inPage(
  newContext: NewContext,
  scene: SessionWorld,
  use: (embedded: Embedded) => Promise<void>,
  { locale = 'en', theme = 'light', width = 1280 }: Look = {},
): Promise<void> {
  const look = { locale, theme }
  await using site = await openSite(scene, {
    elementType: 'exam-session',
    targetUserSid: scene.userSid,
    look,
  })
  await using context = await newContext({ viewport: { width, height: 900 } })
  await use(await openReady(context, site))
}

const image = { name: 'card.png', mimeType: 'image/png', buffer: Buffer.from(png) }
const work = { name: 'work.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }

/** An exam with two known proctor types, and a policy. */
async function makeChoices(policy = { leadTimeMinutes: 30, maxReschedules: 1 }): Promise<SessionWorld> {
  const proctorTypes = ['in-person', 'a text of the institution', 'live']
  const scene = await makeSession({ configuration: { duration: 60, proctorTypes } })
  const made = await make(scene, '/cancellationPolicies', { name: 'Half an hour', ...policy })
  const at = scene.path(`/courses/${scene.courseSid}/exams/${scene.examSid}`)
  await scene.admin('PUT', at, { body: { cancellationPolicySid: made.text('sid') } })
  return scene
}

describeInBrowser("a learner's files", newContext => {
  test('a learner adds photos before the start, and hands in work after it; another file replaces it', async () => {
    const scene = await makeScene()
    await inPage(newContext, scene, async ({ frame, audit }) => {
      await frame.getByRole('heading', { name: 'Your files' }).waitFor()
      expect(await frame.getByText('Hand in your work').count()).toBe(0)
      await frame.getByLabel('Add a photo').last().setInputFiles(image)
      await frame.getByText('The photo was added.').waitFor()
      await frame.getByText('card.png').waitFor()
      await frame.getByRole('button', { name: 'Start the session' }).click()
      await frame.getByRole('button', { name: 'Hand in your work' }).waitFor()
      for (const name of ['work.pdf', 'final.pdf']) {
        await frame
          .getByLabel('Hand in your work')
          .last()
          .setInputFiles({ ...work, name })
        await frame.getByText(name).waitFor()
      }
      await frame.getByText('Another file replaces it.').waitFor()
      expect(await frame.getByText('work.pdf').count()).toBe(0)
      expect(await audit()).toEqual([])
    })
    const { body } = await scene.read()
    expect(body).toMatchObject({ photos: [{ name: 'card.png' }], returnedFile: { name: 'final.pdf' } })
  })

  test('a file that the institution does not accept is refused in the words of the page', async () => {
    const scene = await makeScene()
    await scene.admin('PUT', scene.path('/settings'), { body: { files: { maxBytes: 200 } } })
    await inPage(newContext, scene, async ({ frame }) => {
      const choose = (file: typeof image) => frame.getByLabel('Add a photo').last().setInputFiles(file)
      await choose({ ...image, buffer: Buffer.alloc(300) })
      await frame.getByRole('alert').filter({ hasText: 'This file is too big.' }).waitFor()
      await choose({ ...image, mimeType: 'text/plain', name: 'note.txt', buffer: Buffer.from('note') })
      await frame.getByRole('alert').filter({ hasText: 'This kind of file is not accepted.' }).waitFor()
      await choose({ ...image, buffer: Buffer.from('no image') })
      await frame.getByRole('alert').filter({ hasText: 'This kind of file is not accepted.' }).waitFor()
    })
    expect((await scene.read()).body['photos']).toEqual([])
  })

  test('without an appointment there is nothing to add', async () => {
    await inPage(newContext, await makeSession(), async ({ frame }) => {
      await frame.getByRole('heading', { name: 'Book an appointment' }).waitFor()
      expect(await frame.getByRole('heading', { name: 'Your files' }).count()).toBe(0)
    })
  })
})

describeInBrowser("a learner's choice and policy", newContext => {
  test('the known proctor types of the exam can be chosen, in its order', async () => {
    const scene = await makeChoices()
    await inPage(newContext, scene, async ({ frame, audit }) => {
      const select = frame.getByLabel('Kind of supervision')
      await expect.poll(() => select.locator('option').allInnerTexts()).toEqual(['In person', 'Live'])
      await select.selectOption('Live')
      const start = new Date(Date.now() + 26 * 3_600_000)
      const wall = new Intl.DateTimeFormat('sv', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: 'Europe/Berlin',
      })
      await frame.getByLabel('Start').fill(wall.format(start).replace(' ', 'T'))
      expect(await audit()).toEqual([])
      await frame.getByRole('button', { name: 'Book', exact: true }).click()
      await frame.getByText('Your appointment is booked.').waitFor()
    })
    expect((await scene.read()).body['sessionType']).toBe('live')
  })

  test('the page shows until when the appointment can be changed, and the moves that are left', async () => {
    const scene = await makeChoices()
    await scene.act('POST', '', { appointmentDate: soon(24 * 60) })
    await inPage(newContext, scene, async ({ frame }) => {
      await frame.getByText(/You can move or cancel this appointment until .+\. Moves left: 1\./).waitFor()
      await frame.getByRole('button', { name: 'Move the appointment' }).click()
      await expect.poll(() => frame.getByLabel('Kind of supervision').inputValue()).toBe('in-person')
      await frame.getByText(/Moves left: 1\./).waitFor()
      const wall = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 16)
      await frame.getByLabel('Start').fill(wall)
      await frame.getByRole('button', { name: 'Move', exact: true }).click()
      await frame.getByText('You have no moves left.').waitFor()
      expect(await frame.getByRole('button', { name: 'Move the appointment' }).count()).toBe(0)
      await frame.getByRole('button', { name: 'Cancel the appointment' }).click()
      await frame
        .getByRole('dialog')
        .getByText(/You can move or cancel this appointment until/)
        .waitFor()
    })
  })

  test('when the lead time is over, the appointment can be neither moved nor cancelled', async () => {
    const scene = await makeChoices({ leadTimeMinutes: 120, maxReschedules: 1 })
    await scene.act('POST', '', { appointmentDate: soon(60) })
    await inPage(newContext, scene, async ({ frame }) => {
      await frame.getByText(/This appointment could be moved or cancelled until/).waitFor()
      expect(await frame.getByRole('button', { name: /(Move|Cancel) the appointment/ }).count()).toBe(0)
    })
  })

  for (const locale of ['en', 'de', 'ar'])
    for (const [theme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const)
      test(`the page is accessible and not too wide in ${locale}, ${theme}, at ${width} px`, async () => {
        const scene = await makeChoices()
        await scene.act('POST', '', { appointmentDate: soon(24 * 60) })
        await inPage(
          newContext,
          scene,
          async ({ page, frame, audit }) => {
            await frame.locator('input[type=file]').first().waitFor({ state: 'attached' })
            expect(await audit()).toEqual([])
            await expect
              .poll(() => frame.evaluate('document.documentElement.scrollWidth <= innerWidth'))
              .toBe(true)
            const shots = process.env['SHOTS']
            if (shots)
              await page.screenshot({ path: `${shots}/${locale}-${theme}-${width}.png`, fullPage: true })
          },
          { locale, theme, width },
        )
      })
})
