// The proctor's list as a live grid: its order, its changes, and 200 learners.

import { expect, test } from 'vitest'
import { clientWith, disconnectAll } from '../support/realtime.ts'
import { addLearners } from '../support/session-crowd.ts'
import { type SessionWorld, soon } from '../support/sessions.ts'
import { issueToken } from '../support/tokens.ts'
import { describeInBrowser } from './support/browser.ts'
import { entryOf, livePages, namesOf } from './support/live.ts'
import { addLearner, makeRunning } from './support/scene.ts'
import { until } from './support/until.ts'

const long = { timeout: 120_000 }

/** Connects the learner of a session without a page. @returns the end of the connection */
async function present(
  world: SessionWorld,
  { sessionSid, userSid }: Pick<SessionWorld, 'sessionSid' | 'userSid'>,
) {
  const { secret } = await issueToken(world, { targetUserSid: userSid, resource: sessionSid })
  const client = clientWith(world.stack.baseUrl, secret)
  client.connect()
  client.newSubscription(`session.${sessionSid}`).subscribe()
  return () => client.disconnect()
}

async function openIncident({ client, admin, at }: SessionWorld): Promise<void> {
  const body = { name: 'Second person', opensIncident: true }
  const { sid: eventTypeSid } = await client.post('/v1/installs/{installSid}/eventTypes', { body })
  const event = await admin('POST', at('/events'), { body: { eventTypeSid, title: 'A second person' } })
  expect(event.status, event.raw).toBe(201)
}

describeInBrowser("the proctor's list", newContext => {
  test('shows missing learners first, then open incidents, then the others', long, async () => {
    const scene = await makeRunning()
    await addLearner(scene)
    await using pages = await livePages(scene, newContext)
    const proctor = await pages.openProctor()
    const { frame } = proctor
    await until(async () => (await namesOf(proctor)).join().startsWith('Ada'))
    const grace = await graceOf(scene)
    await grace.act('PUT', '', { appointmentDate: soon(5) })
    await grace.act('POST', '/start')
    await openIncident(grace)
    await entryOf(proctor, 'Grace').getByText('Open incidents: 1').waitFor()
    await until(async () => (await namesOf(proctor)).join().startsWith('Grace'))
    const leave = await present(scene, scene)
    await entryOf(proctor, 'Ada').getByText('Online').waitFor()
    expect((await namesOf(proctor)).join()).toMatch(/^Grace/)
    leave()
    await until(async () => (await namesOf(proctor)).join().startsWith('Ada'))
    const counts = 'Connection lost: 1. With open incidents: 1. Online: 0.'
    await frame.getByRole('status').filter({ hasText: counts }).waitFor()

    await frame.getByLabel('Show').selectOption('Connection lost')
    expect(await namesOf(proctor)).toEqual([expect.stringMatching(/^Ada/)])
    disconnectAll()
  })

  test(
    'keeps the focus and what was typed while it changes, and a session opens with the keyboard',
    long,
    async () => {
      const scene = await makeRunning()
      await addLearner(scene)
      await using pages = await livePages(scene, newContext)
      const proctor = await pages.openProctor()
      const { frame, page } = proctor
      await entryOf(proctor, 'Grace').focus()
      const leave = await present(scene, scene)
      await entryOf(proctor, 'Ada').getByText('Online').waitFor()
      leave()
      await entryOf(proctor, 'Ada').getByText('Connection lost').waitFor()
      await expect.poll(() => frame.locator('button:focus').innerText()).toMatch(/^Grace/)
      await page.keyboard.press('Enter')
      await frame.locator('dd', { hasText: 'Grace' }).waitFor()
      await frame.getByLabel('Message to the learner').fill('half a sen')
      const back = await present(scene, scene)
      await entryOf(proctor, 'Ada').getByText('Online').waitFor()
      await expect.poll(() => frame.locator('input:focus').inputValue()).toBe('half a sen')
      back()
      await frame.getByRole('button', { name: 'Back to all sessions' }).click()
      await expect.poll(() => frame.locator('button:focus').innerText()).toMatch(/^Grace/)
      await expect.poll(() => frame.locator('.overview').count()).toBe(1)
      disconnectAll()
    },
  )

  test('a learner who joins the exam appears, by another snapshot', long, async () => {
    const scene = await makeRunning()
    await using pages = await livePages(scene, newContext)
    const proctor = await pages.openProctor()
    await entryOf(proctor, 'Ada').getByText('Not connected yet').waitFor()
    await addLearner(scene)
    await entryOf(proctor, 'Grace').getByText('Not connected yet').waitFor()
  })

  test(
    '200 learners are in one list: a change keeps the scroll position and draws only its entry',
    long,
    async () => {
      const scene = await makeRunning()
      const crowd = await addLearners(scene, 200)
      await using pages = await livePages(scene, newContext)
      const proctor = await pages.openProctor()
      const { frame } = proctor
      await until(async () => (await namesOf(proctor)).length === 201)
      await frame.evaluate(`
      list = document.querySelector('.chooser')
      list.scrollTop = 600
      drawn = 0
      new MutationObserver(changes => {
        for (const { target, addedNodes } of changes) if (target !== list) drawn += addedNodes.length
      }).observe(list, { childList: true, subtree: true })`)
      const chosen = crowd.slice(50, 53)
      const ends = await Promise.all(chosen.map(learner => present(scene, learner)))
      await frame.getByRole('status').filter({ hasText: 'Online: 3.' }).waitFor()
      await expect.poll(() => frame.evaluate('list.scrollTop')).toBe(600)
      expect(await frame.evaluate<number>('drawn')).toBeLessThan(20)
      for (const end of ends) end()
      disconnectAll()
    },
  )
})

/** The session of the second learner. */
async function graceOf(scene: SessionWorld): Promise<SessionWorld> {
  const { results } = (await scene.admin('GET', scene.path(`/exams/${scene.examSid}/sessions`))).body as {
    results: { sid: SessionWorld['sessionSid']; userSid: SessionWorld['userSid'] }[]
  }
  const found = results.find(({ sid }) => sid !== scene.sessionSid)
  if (!found) throw new Error('There is no second session.')
  const at = (rest = '') => scene.path(`/exams/${scene.examSid}/sessions/${found.sid}${rest}`)
  const act: SessionWorld['act'] = (method, rest, body = {}) => scene.admin(method, at(rest), { body })
  return { ...scene, sessionSid: found.sid, userSid: found.userSid, at, act }
}
