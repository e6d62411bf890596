// The pages of learners and proctors while they are connected: presence and messages.

import type { BrowserContext, WebSocketRoute } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { inTime } from '../support/late.ts'
import { connected, disconnectAll, subscribed } from '../support/realtime.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Embedded, sinceReady } from './support/embed-page.ts'
import { entryOf, livePages } from './support/live.ts'
import { addLearner, makeRunning } from './support/scene.ts'
import { until } from './support/until.ts'

const long = { timeout: 120_000 }

const write = async ({ frame }: Embedded, label: string, text: string) => {
  await frame.getByLabel(label).fill(text)
  await frame.getByLabel(label).press('Enter')
}
const toLearner = 'Message to the learner'
const toProctor = 'Message to your proctor'
const log = ({ frame }: Embedded) => frame.getByRole('log')

afterAll(disconnectAll)

describeInBrowser('a learner and a proctor', newContext => {
  // These three wait for lost pings and next tokens, so they wait at the same time.
  test.concurrent(
    'the proctor sees the learner online, missing after the page is closed, and online again',
    long,
    async () => {
      const scene = await makeRunning()
      await addLearner(scene)
      await using pages = await livePages(scene, newContext)
      const proctor = await pages.openProctor()
      const ada = entryOf(proctor, 'Ada')
      await ada.getByText('Not connected yet').waitFor()
      const learner = await pages.openLearner()
      await ada.getByText('Online').waitFor()
      await learner.page.close()
      await ada.getByText('Connection lost').waitFor({ timeout: 60_000 })
      expect(await ada.innerText()).toMatch(/Last seen: \d\d:\d\d/)
      await pages.openLearner()
      await ada.getByText('Online').waitFor()
    },
  )

  test.concurrent(
    'a learner whose network is cut is missing within 60 s, learns it, and is online within 5 s of coming back',
    long,
    async () => {
      const scene = await makeRunning()
      await addLearner(scene)
      await using pages = await livePages(scene, newContext)
      const proctor = await pages.openProctor()
      const learner = await pages.openLearner()
      const ada = entryOf(proctor, 'Ada')
      await ada.getByText('Online').waitFor()
      await write(learner, toProctor, 'I am here.')
      await log(learner).getByText('I am here.').waitFor()

      await learner.page.context().setOffline(true)
      await learner.frame.getByText('You are offline').waitFor()
      await ada.getByText('Connection lost').waitFor({ timeout: 60_000 })
      await ada.click()
      await write(proctor, toLearner, 'Are you there?')
      await log(proctor).getByText('Are you there?').waitFor()
      expect(await log(learner).getByText('I am here.').count()).toBe(1)

      const since = performance.now()
      await learner.page.context().setOffline(false)
      await ada.getByText('Online').waitFor()
      inTime(performance.now() - since, 5000)
      await log(learner).getByText('Are you there?').waitFor()
      await until(async () => (await learner.frame.getByText('You are offline').count()) === 0)
    },
  )

  test.concurrent(
    'the connection outlives its token: it sends each of the next ones once',
    long,
    async () => {
      const scene = await makeRunning()
      const sent: string[] = []
      const record = ({ payload }: { payload: string | Buffer }) => {
        for (const [, token] of String(payload).matchAll(/"token":"([^"]+)"/g)) sent.push(String(token))
      }
      const prepare = (context: BrowserContext) =>
        Promise.resolve(
          context.on('page', page => page.on('websocket', socket => socket.on('framesent', record))),
        )
      await using pages = await livePages(scene, newContext, { expiresIn: 20, prepare })
      const states: unknown[] = []
      const { subscription } = await subscribed(await connected(scene), `monitor.${scene.examSid}`)
      subscription.on('publication', ({ data }) => states.push(data.payload.connection))
      const learner = await pages.openLearner()
      await until(() => pages.learner.asked() >= 2)
      await learner.page.waitForTimeout(15_000)
      expect(states.filter(Boolean)).toEqual(['online'])
      await write(learner, toProctor, 'Still here.')
      await log(learner).getByText('Still here.').waitFor()
      expect(sent.length).toBeGreaterThanOrEqual(3)
      expect(new Set(sent).size).toBe(sent.length)
    },
  )

  test('messages go both ways, with their times, and are there again after a reload', long, async () => {
    const scene = await makeRunning()
    await using pages = await livePages(scene, newContext)
    const learner = await pages.openLearner()
    const proctor = await pages.openProctor()
    await write(proctor, toLearner, 'Please show your desk.')
    const message = log(learner).getByRole('listitem').filter({ hasText: 'Please show your desk.' })
    await message.waitFor()
    expect(await message.innerText()).toMatch(/^Proctor\s+\d\d:\d\d\s+Please show your desk\.$/)
    await learner.frame.getByRole('status').filter({ hasText: 'new message' }).waitFor()
    expect(await proctor.frame.getByLabel(toLearner).inputValue()).toBe('')

    await write(learner, toProctor, '<b>One</b> moment')
    const answer = log(proctor).getByRole('listitem').filter({ hasText: '<b>One</b> moment' })
    await answer.waitFor()
    expect(await answer.innerText()).toMatch(/^Ada/)
    expect(await log(proctor).getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^You\s/),
      expect.stringMatching(/^Ada/),
    ])

    await learner.page.reload()
    const frame = learner.page.frameLocator('iframe')
    await frame.getByRole('log').getByText('One').waitFor()
    expect(await frame.getByRole('log').getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Proctor\s/),
      expect.stringMatching(/^You\s/),
    ])
  })

  test('an answer to a proctor who looks at another session marks the session', long, async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await using pages = await livePages(scene, newContext)
    const proctor = await pages.openProctor()
    const learner = await pages.openLearner()
    await entryOf(proctor, 'Grace').click()
    await entryOf(proctor, 'Ada').getByText('Online').waitFor()
    await write(learner, toProctor, 'I need help.')
    await entryOf(proctor, 'Ada').getByText('New message').waitFor()
    await entryOf(proctor, 'Ada').click()
    await log(proctor).getByText('I need help.').waitFor()
    await until(async () => (await entryOf(proctor, 'Ada').getByText('New message').count()) === 0)
  })

  test(
    'a message that was sent before the list of the proctor was opened marks the session',
    long,
    async () => {
      const scene = await makeRunning()
      await addLearner(scene)
      await using pages = await livePages(scene, newContext)
      const learner = await pages.openLearner()
      await write(learner, toProctor, 'Is anyone there?')
      await log(learner).getByText('Is anyone there?').waitFor()
      const proctor = await pages.openProctor()
      await entryOf(proctor, 'Ada').getByText('New message').waitFor()
      await entryOf(proctor, 'Ada').click()
      await log(proctor).getByText('Is anyone there?').waitFor()
      await until(async () => (await entryOf(proctor, 'Ada').getByText('New message').count()) === 0)
    },
  )

  test('a message of a learner who has left before the list was opened marks the session', long, async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await using pages = await livePages(scene, newContext)
    const learner = await pages.openLearner()
    await write(learner, toProctor, 'I have to go.')
    await log(learner).getByText('I have to go.').waitFor()
    await learner.page.close()
    const first = await pages.openProctor()
    await entryOf(first, 'Ada').getByText('Connection lost').waitFor({ timeout: 60_000 })
    await first.page.close()
    const proctor = await pages.openProctor()
    await entryOf(proctor, 'Ada').getByText('New message').waitFor()
    await entryOf(proctor, 'Ada').getByText('Connection lost').waitFor()
  })

  test('other events on the topic are not messages', long, async () => {
    const scene = await makeRunning()
    await using pages = await livePages(scene, newContext)
    const learner = await pages.openLearner()
    const client = await connected(scene)
    const { subscription } = await subscribed(client, `session.${scene.sessionSid}`)
    await subscription.publish({ camera: 'off' })
    await subscription.publish({ text: 'From the backend.' })
    await log(learner).getByText('From the backend.').waitFor()
    expect(await log(learner).getByRole('listitem').count()).toBe(1)
  })

  test(
    'a live connection that is lost is shown, and its return; the embedding page learns no error',
    long,
    async () => {
      let isCut = false
      const sockets: WebSocketRoute[] = []
      const prepare = (context: BrowserContext) =>
        context.routeWebSocket('**/connection/websocket', socket => {
          if (isCut) return void socket.close({ code: 1011 })
          sockets.push(socket)
          socket.connectToServer()
        })
      await using pages = await livePages(await makeRunning(), newContext, { prepare })
      const { frame, happened } = await pages.openLearner()
      await frame.getByRole('textbox', { name: toProctor }).waitFor()
      isCut = true
      for (const socket of sockets) await socket.close({ code: 1011 })
      await frame.getByText('The live connection is interrupted').waitFor()
      isCut = false
      await frame.getByText('The live connection is back').waitFor()
      expect(await frame.locator('#connection').innerText()).toBe('')
      expect(sinceReady(await happened())).toEqual(['ready'])
    },
  )

  test('a message that cannot be sent stays in the field, with an error beside it', long, async () => {
    const scene = await makeRunning()
    await using pages = await livePages(scene, newContext)
    const learner = await pages.openLearner()
    await learner.frame.getByLabel(toProctor).waitFor()
    await learner.page.context().setOffline(true)
    await write(learner, toProctor, 'Hello?')
    await learner.frame.getByText('could not be sent').waitFor()
    expect(await learner.frame.getByLabel(toProctor).inputValue()).toBe('Hello?')
    await learner.page.context().setOffline(false)
  })
})
