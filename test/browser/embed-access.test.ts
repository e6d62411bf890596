import { expect, test } from 'vitest'
import { describeInBrowser } from './support/browser.ts'
import { type Embedded, openReady } from './support/embed-page.ts'
import { makeRunning, makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'

/** Presses Tab until the focus is on the control of this name; holds that it is seen wherever it is. */
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
  test('a learner starts and ends with the keyboard alone, and the focus is never lost', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid })
    await using context = await newContext()
    const embedded = await openReady(context, site)
    const { page, frame, focused } = embedded

    await tabTo(embedded, 'Start the session')
    await page.keyboard.press('Enter')
    await frame.getByText('In progress').waitFor()
    expect((await focused()).name).toContain('Your session is running.')

    await tabTo(embedded, 'End the session')
    await page.keyboard.press('Enter')
    expect((await focused()).name).toBe('Keep going')
    await page.keyboard.press('Escape')
    expect((await focused()).name).toBe('End the session')
    expect((await scene.read()).text('status')).toBe('Scheduled')

    await page.keyboard.press('Enter')
    await tabTo(embedded, 'End it')
    await page.keyboard.press('Space')
    await frame.getByText('Your session is over').first().waitFor()
    expect((await focused()).name).toContain('Your session is over')
  })

  test('a proctor annotates with the keyboard alone, and is led to what is missing', async () => {
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
    expect((await focused()).name).toBe('What it is')
    await page.keyboard.type('phone')
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'phone' }).waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 1000])
      test(`names, labels, headings, contrast and widths hold in ${colorScheme} at ${width} px`, async () => {
        const running = await makeRunning()
        const ahead = await makeScene()
        const proctor = await running.user()
        const cases = [
          { scene: ahead, elementType: 'exam-session', targetUserSid: ahead.userSid },
          { scene: running, elementType: 'exam-session', targetUserSid: running.userSid },
          { scene: running, elementType: 'proctoring-session', targetUserSid: proctor },
          { scene: running, elementType: 'assessment-viewer', targetUserSid: running.userSid },
        ]
        await using context = await newContext({ colorScheme, viewport: { width, height: 800 } })
        for (const { scene, ...options } of cases) {
          await using site = await openSite(scene, options)
          const { frame, audit, page } = await openReady(context, site)
          expect(await audit(), options.elementType).toEqual([])
          const send = frame.getByRole('button', { name: 'Add annotation' })
          if ((await send.count()) > 0) {
            await send.click()
            expect(await audit(), 'with a fault in a form').toEqual([])
          }
          await page.close()
        }
      })

  test('who wants less motion sees no seconds run', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid })
    await using context = await newContext({ reducedMotion: 'reduce' })
    const { frame } = await openReady(context, site)
    expect(await frame.getByRole('timer').innerText()).toMatch(/^\d+ minutes$/)
  })
})
