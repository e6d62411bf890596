// Requests of the pages that overlap, are refused late, are lost or fail once.

import type { BrowserContext, Frame, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSession, soon } from '../support/sessions.ts'
import { staffUser } from '../support/tokens.ts'
import { describeInBrowser } from './support/browser.ts'
import { openReady } from './support/embed-page.ts'
import { fetchOf } from './support/route.ts'
import { addLearner, makeRunning, makeScene } from './support/scene.ts'
import { openSite, type SiteOptions } from './support/site.ts'
import { until } from './support/until.ts'

const long = { timeout: 90_000 }
/** Lets the page look for changes, as it does when it becomes visible. */
const look = "document.dispatchEvent(new Event('visibilitychange'))"

const focusedTag = (frame: Frame) => frame.evaluate<string>('document.activeElement.tagName')

const learnerSite = (scene: Awaited<ReturnType<typeof makeScene>>, options: Partial<SiteOptions> = {}) =>
  openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid, ...options })

/** Holds the response to the next request of a path. The first function waits for it, the second one releases it. */
async function holding(context: BrowserContext, path: string): Promise<[() => Promise<void>, () => void]> {
  let isHeld = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await fetchOf(route)
    isHeld = true
    await promise
    await route.fulfill({ response })
  }
  await context.route(path, hold, { times: 1 })
  return [() => until(() => isHeld), resolve]
}

describeInBrowser('a request of a page', newContext => {
  test.concurrent('that reads the session from before its start does not undo the start', long, async () => {
    const scene = await makeScene()
    await using site = await learnerSite(scene)
    await using context = await newContext()
    const { frame } = await openReady(context, site)
    const [held, release] = await holding(context, `**/sessions/${scene.sessionSid}`)
    await frame.evaluate(look)
    await held()
    await frame.getByRole('button', { name: 'Start the session' }).click()
    await frame.getByText('Your session is running.').waitFor()
    const arrived = frame.page().waitForResponse(`**/sessions/${scene.sessionSid}`)
    release()
    await (await arrived).finished()
    await frame.page().waitForTimeout(500)
    expect(await frame.getByText('Your session is running.').count()).toBe(1)
  })

  test.concurrent('that reads the list of a proctor does not undo a later read', long, async () => {
    const scene = await makeRunning()
    await addLearner(scene) // with several sessions, none is opened, and only the list is read
    const targetUserSid = await staffUser(scene)
    const element = { elementType: 'proctoring-session', targetUserSid, resource: scene.examSid }
    await using site = await openSite(scene, element)
    await using context = await newContext()
    // Live updates would show the change.
    await context.routeWebSocket('**/connection/websocket', socket => socket.close({ code: 1011 }))
    const { frame } = await openReady(context, site)
    const entry = frame.getByRole('navigation').getByRole('button').filter({ hasText: 'Ada' })
    const [held, release] = await holding(context, '**/embeds/verify')
    await frame.evaluate(look)
    await held()
    expect((await scene.act('POST', '/end')).status).toBe(200)
    await frame.evaluate(look)
    await entry.getByText('Closed').waitFor()
    const arrived = frame.page().waitForResponse('**/embeds/verify')
    release()
    await (await arrived).finished()
    await frame.page().waitForTimeout(500)
    expect(await entry.getByText('Closed').count()).toBe(1)
  })

  test.concurrent('for the times of appointments that fails once can be tried again', long, async () => {
    const instructor = { location: 'Room 4', startTime: soon(60), endTime: soon(240), capacity: 3 }
    const scene = await makeSession({ configuration: { duration: 60, instructorAsProctor: [instructor] } })
    await using site = await learnerSite(scene)
    await using context = await newContext()
    let reads = 0
    await context.route('**/availability', route => {
      reads += 1
      return reads === 1
        ? route.fulfill({ status: 503, json: { code: 'service_unavailable' } })
        : route.continue()
    })
    const { frame } = await openReady(context, site)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await frame.getByRole('heading', { name: 'Book an appointment' }).waitFor()
    await until(async () => (await focusedTag(frame)) === 'H3')
    expect(await frame.locator('#problem').innerText()).toBe('')
  })

  test.concurrent(
    'that is refused after its token was replaced starts no other refresh, and is sent again until it succeeds',
    long,
    async () => {
      const scene = await makeScene()
      await using site = await learnerSite(scene, { expiresIn: 20 })
      await using context = await newContext()
      const { frame, happened } = await openReady(context, site)
      const refreshes = async () => (await happened()).filter(name => name === 'tokenRefreshed').length
      let starts = 0
      let earlier = 0 // refreshes before the first start
      await context.route('**/start', async route => {
        if (starts === 0) earlier = site.asked()
        starts += 1
        if (starts < 3) await until(async () => (await refreshes()) >= earlier + starts)
        await route.continue()
      })
      await frame.getByRole('button', { name: 'Start the session' }).click()
      await frame.getByText('Your session is running.').waitFor({ timeout: 60_000 })
      expect([starts, site.asked() - earlier]).toEqual([3, 2])
      expect(await happened()).not.toContain('error token_refused')
    },
  )

  test.concurrent('that changes the session leaves the focus in the form to book', long, async () => {
    const window = { examOpenDate: soon(-60), examCloseDate: soon(3 * 24 * 60) }
    const scene = await makeSession({ configuration: { duration: 60, ...window } })
    await using site = await learnerSite(scene)
    await using context = await newContext()
    const { frame } = await openReady(context, site)
    await frame.getByLabel('Start').focus()
    await context.route(`**/sessions/${scene.sessionSid}`, async route => {
      const response = await fetchOf(route)
      await route.fulfill({ response, json: { ...(await response.json()), duration: 45 } })
    })
    await frame.evaluate(look)
    await frame.getByText('45 minutes').waitFor()
    expect(await focusedTag(frame)).toBe('INPUT')
  })

  test.concurrent('that sends a file is the only one: no other file is chosen meanwhile', long, async () => {
    const scene = await makeRunning()
    await using site = await learnerSite(scene)
    await using context = await newContext()
    const { frame, page } = await openReady(context, site)
    const [held, release] = await holding(context, '**/installs/*/files')
    const draft = { name: 'draft.txt', mimeType: 'text/plain', buffer: Buffer.from('draft') }
    await frame.locator('input[type=file]').last().setInputFiles(draft)
    await held()
    let dialogs = 0
    page.on('filechooser', () => (dialogs += 1))
    await frame.getByRole('button', { name: 'Sending' }).click()
    await frame
      .locator('input[type=file]')
      .last()
      .setInputFiles({ ...draft, name: 'other.txt' })
    release()
    await frame.getByText('draft.txt').waitFor()
    expect(dialogs).toBe(0)
    expect((await scene.read()).body).toMatchObject({ returnedFile: { name: 'draft.txt' } })
  })

  test.concurrent(
    'that reports an event, and whose response is lost, can be sent again: it is stored once',
    long,
    async () => {
      const scene = await makeRunning()
      const targetUserSid = await staffUser(scene)
      const element = { elementType: 'proctoring-session', targetUserSid, resource: scene.sessionSid }
      await using site = await openSite(scene, element)
      await using context = await newContext()
      const { frame } = await openReady(context, site)
      let posts = 0
      await context.route('**/events', async route => {
        if (route.request().method() !== 'POST') return route.continue()
        posts += 1
        if (posts > 1) return route.continue()
        await fetchOf(route)
        await route.abort()
      })
      const report = async (title: string) => {
        await frame.getByLabel('Title').fill(title)
        await frame.getByRole('button', { name: /report/i }).click()
      }
      await report('Phone on the desk')
      await frame.locator('#problem').getByText('reached').waitFor()
      await report('Phone on the desk')
      await until(async () => (await frame.getByLabel('Title').inputValue()) === '')
      await report('Phone on the desk')
      await until(async () => (await frame.getByLabel('Title').inputValue()) === '')
      const events = await scene.admin('GET', scene.at('/events'))
      expect(posts).toBe(3)
      // The third one is another report with the same words.
      expect(events.list('results').filter(({ title }) => title === 'Phone on the desk')).toHaveLength(2)
    },
  )

  test.concurrent(
    'to start reads the configuration again, which was changed while the learner waited',
    long,
    async () => {
      const scene = await makeScene()
      const configurations = scene.path(`/courses/${scene.courseSid}/exams/${scene.examSid}/configurations`)
      const [own] = (await scene.admin('GET', configurations)).list('results')
      const set = (url: string | null, studentNotes: string) =>
        scene.admin('PUT', `${configurations}/${own?.['sid']}`, { body: { url, studentNotes } })
      expect((await set(null, 'The old notes.')).status).toBe(200)
      await using site = await learnerSite(scene)
      await using context = await newContext()
      const { frame } = await openReady(context, site)
      await frame.getByText('The old notes.').waitFor()
      expect((await set('https://lms.example/exams/43', 'The new notes.')).status).toBe(200)
      await frame.getByRole('button', { name: 'Start the session' }).click()
      await frame.getByRole('link', { name: 'Open the exam' }).waitFor()
      expect(await frame.getByText('The new notes.').count()).toBe(1)
      expect(await frame.getByText('The old notes.').count()).toBe(0)
    },
  )
})
