import { expect, test } from 'vitest'
import type { SessionWorld } from '../support/sessions.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Embedded, openPage, openReady } from './support/embed-page.ts'
import { addLearner, makeRunning, makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'

describeInBrowser('the pages of an embed', newContext => {
  /** Opens the page of the element type in a new browser context. */
  async function inPage(
    scene: SessionWorld,
    elementType: string,
    use: (embedded: Embedded) => Promise<void>,
  ): Promise<void> {
    const targetUserSid = elementType === 'proctoring-session' ? await scene.user() : scene.userSid
    await using site = await openSite(scene, { elementType, targetUserSid })
    await using context = await newContext({ permissions: ['camera', 'microphone'] })
    await use(await openReady(context, site))
  }

  test('a learner sees the time and the permitted materials, runs the system check, starts and ends', async () => {
    const scene = await makeScene()
    await inPage(scene, 'exam-session', async ({ frame }) => {
      const text = await frame.locator('main').innerText()
      expect(text).toMatch(/Starts in \d+ minutes/)
      expect(text).toContain('A calculator: not graphing')
      expect(text).toMatch(/Not permitted[\s\S]*Websites/)
      await expect.poll(() => frame.locator('header').innerText()).toContain('Europe/Berlin')
      expect(await frame.getByText('End the session').count()).toBe(0)

      await frame.getByRole('button', { name: 'Start the system check' }).click()
      await frame.getByText('found no problems').waitFor()
      expect((await scene.read()).text('systemCheckStartDate')).toBeTruthy()

      await frame.getByRole('button', { name: 'Start the session' }).click()
      await frame.getByText('Running', { exact: true }).waitFor()
      expect((await scene.read()).text('inProgressDate')).toBeTruthy()
      await expect
        .poll(() => frame.getByRole('link', { name: 'Open the exam' }).getAttribute('href'))
        .toBe('https://lms.example/exams/42')

      await frame.getByRole('button', { name: 'End the session' }).click()
      await frame.getByRole('button', { name: 'End it' }).click()
      await frame.getByText('Your session is over').first().waitFor()
      expect((await scene.read()).text('status')).not.toBe('Scheduled')
      expect(await frame.getByRole('button', { name: /session|appointment/ }).count()).toBe(0)
    })
  })

  test('a learner cannot start a session before its time', async () => {
    const scene = await makeScene()
    const appointmentDate = new Date(Date.now() + 26 * 60 * 60_000).toISOString()
    await scene.act('PUT', '', { appointmentDate })
    await inPage(scene, 'exam-session', async ({ frame }) => {
      await expect.poll(() => frame.locator('main').innerText()).toMatch(/Starts in 1 day/)
      expect(await frame.getByRole('button', { name: 'Start the session' }).count()).toBe(0)
    })
  })

  test('a problem of the service is shown with its message, and the input is kept', async () => {
    const scene = await makeScene()
    await inPage(scene, 'exam-session', async ({ frame }) => {
      await scene.act('DELETE', '', { reason: 'technical-issue' })
      await frame.getByRole('button', { name: 'Start the session' }).click()
      await frame
        .getByRole('alert')
        .filter({ hasText: /Closed|status|session/ })
        .waitFor()
      await expect.poll(() => frame.locator('h2').first().innerText()).toBe('Midterm')
    })
  })

  test('the selected session of a proctor is marked and has the focus', async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await inPage(scene, 'proctoring-session', async ({ frame }) => {
      const entries = frame.getByRole('navigation').getByRole('button')
      await expect.poll(() => entries.count()).toBe(2)
      for (const [name, status] of [
        ['Grace Hopper', 'Scheduled'],
        ['Ada Learner', 'Running'],
      ] as const) {
        await entries.filter({ hasText: name }).click()
        await frame.locator('dd', { hasText: name }).waitFor()
        const current = frame.locator('[aria-current="true"]')
        await expect.poll(() => current.count()).toBe(1)
        await expect.poll(() => current.innerText()).toMatch(new RegExp(`${name}[^]*${status}`))
        await expect.poll(() => frame.locator('h2:focus').innerText()).toBe('Midterm')
      }
    })
  })

  test('an annotation without a position gets the current position of a running session', async () => {
    const scene = await makeRunning()
    await inPage(scene, 'proctoring-session', async ({ frame }) => {
      await frame.getByLabel('Type').fill('now')
      await frame.getByRole('button', { name: 'Add annotation' }).click()
      await frame.getByRole('heading', { name: 'now', exact: true }).waitFor()
    })
    const [first] = (await scene.admin('GET', scene.at('/annotations?sortKeys=startOffsetMs'))).list(
      'results',
    )
    expect(first).toMatchObject({ type: 'now', startOffsetMs: expect.closeTo(5_000, -4) })
  })

  test('a proctor can annotate a session and report an event', async () => {
    const scene = await makeRunning()
    await inPage(scene, 'proctoring-session', async ({ frame }) => {
      await frame.getByText('Lost connection').waitFor()
      await frame.getByRole('button', { name: 'Add annotation' }).click()
      await frame.getByText('Please fill in: Type.').waitFor()
      await frame.getByLabel('Type').fill('phone')
      await frame.getByLabel('From').fill('later')
      await frame.getByRole('button', { name: 'Add annotation' }).click()
      await frame.getByText('Please write hours').waitFor()
      await frame.getByLabel('From').fill('1:02:03')
      await frame.getByLabel('Severity').selectOption('High')
      await frame.getByLabel('Note').fill('On the desk.')
      await frame.getByRole('button', { name: 'Add annotation' }).click()
      await frame.getByRole('heading', { name: 'phone' }).waitFor()
      expect(await frame.getByLabel('Note').inputValue()).toBe('')

      await frame.getByLabel('Title').fill('Talks')
      await frame.getByRole('button', { name: 'Report event' }).click()
      await frame.getByRole('heading', { name: 'Talks' }).waitFor()
    })
    const annotations = (await scene.admin('GET', scene.at('/annotations'))).list('results')
    expect(annotations).toMatchObject([
      { type: 'second person' },
      { type: 'phone', startOffsetMs: 3_723_000, endOffsetMs: null, severity: 0.75, text: 'On the desk.' },
    ])
    expect((await scene.admin('GET', scene.at('/events'))).list('results')).toHaveLength(2)
  })

  test('a field error of the service is shown at its field', async () => {
    const scene = await makeRunning()
    await inPage(scene, 'proctoring-session', async ({ frame }) => {
      await frame.getByLabel('Type').fill('phone')
      await frame.getByLabel('From').fill('2:00')
      await frame.getByLabel('To (optional)').fill('1:00')
      await frame.getByRole('button', { name: 'Add annotation' }).click()
      await frame.getByText('Must not be before startOffsetMs.').waitFor()
      await expect.poll(() => frame.getByLabel('Type').inputValue()).toBe('phone')
    })
  })

  test('a viewer can read the record, and the page has no control that writes', async () => {
    const scene = await makeRunning()
    await inPage(scene, 'assessment-viewer', async ({ page, frame }) => {
      const written: string[] = []
      page.on('request', request => {
        if (request.method() !== 'GET') written.push(request.url())
      })
      await frame.getByText('Lost connection').waitFor()
      await frame.getByText('second person').waitFor()
      expect(await frame.locator('form, input, select, textarea').count()).toBe(0)
      for (const button of await frame.getByRole('button').all()) await button.click()
      await frame.getByText('up to date').waitFor()
      expect(written).toEqual([])
    })
  })

  test('an unreachable service is reported on the page and to the host, and can be retried', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid })
    await using context = await newContext()
    await context.route('**/v1/embeds/verify', route => route.abort(), { times: 1 })
    const { frame, happened } = await openPage(context, site)
    await frame.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    expect(await happened()).toEqual(['error network'])
    await frame.getByRole('button', { name: 'Try again' }).click()
    await frame.getByText('You can start now.').waitFor()
    expect(await frame.getByRole('alert').innerText()).toBe('')
    expect(await happened()).toEqual(['error network', 'ready'])
  })

  test('a page without a session shows a message', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, {
      elementType: 'exam-session',
      targetUserSid: scene.userSid,
      resource: 'nowhere',
    })
    await using context = await newContext()
    const { frame } = await openPage(context, site)
    await frame.getByText('There are no sessions yet').waitFor()
  })
})
