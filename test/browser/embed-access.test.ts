import { expect, test } from 'vitest'
import { describeInBrowser } from './support/browser.ts'
import { type Embedded, openReady } from './support/embed-page.ts'
import { makeRunning, makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'

/** Presses Tab until the control of this name has the focus. Expects the focus to be visible at each stop. */
async function tabTo({ page, focused }: Embedded, name: string): Promise<string[]> {
  const passed: string[] = []
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    const { name: reached, isSeen } = await focused()
    if (reached === '') continue
    expect(isSeen, `the focus on ${reached} is seen`).toBe(true)
    passed.push(reached)
    if (reached === name) return passed
  }
  throw new Error(`Tab does not reach ${name}, only ${passed}.`)
}

describeInBrowser('the pages for everybody', newContext => {
  test('a learner can start and end an exam with the keyboard alone, and the focus is never lost', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid })
    await using context = await newContext()
    const embedded = await openReady(context, site)
    const { page, frame, focused } = embedded

    await tabTo(embedded, 'Start the session')
    await page.keyboard.press('Enter')
    await frame.getByText('Running', { exact: true }).waitFor()
    expect((await focused()).name).toContain('Your session is running.')

    await tabTo(embedded, 'End the session')
    await page.keyboard.press('Enter')
    expect((await focused()).name).toBe('Continue the exam')
    await page.keyboard.press('Escape')
    expect((await focused()).name).toBe('End the session')
    expect((await scene.read()).text('status')).toBe('Scheduled')

    await page.keyboard.press('Enter')
    await tabTo(embedded, 'End it')
    await page.keyboard.press('Space')
    await frame.getByText('Your session is over').first().waitFor()
    expect((await focused()).name).toContain('Your session is over')
  })

  test('a proctor can annotate with the keyboard alone, and the focus moves to the missing field', async () => {
    const scene = await makeRunning()
    await using site = await openSite(scene, {
      elementType: 'proctoring-session',
      targetUserSid: await scene.user(),
    })
    await using context = await newContext()
    const embedded = await openReady(context, site)
    const { page, frame, focused } = embedded
    await tabTo(embedded, 'Add annotation')
    await page.keyboard.press('Enter')
    expect((await focused()).name).toBe('Type')
    await page.keyboard.type('phone')
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'phone' }).waitFor()
  })

  test('with reduced motion, no running seconds are shown', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid })
    await using context = await newContext({ reducedMotion: 'reduce' })
    const { frame } = await openReady(context, site)
    await expect.poll(() => frame.getByRole('timer').innerText()).toMatch(/^\d+ minutes$/)
  })
})
