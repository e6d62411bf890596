// The look of an embed: its height, width, theme, language and brand.

import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SessionWorld } from '../support/sessions.ts'
import { describeInBrowser } from './support/browser.ts'
import { openReady } from './support/embed-page.ts'
import { makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'
import { until } from './support/until.ts'

const logo = 'https://cdn.school.example/logo.svg'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"></svg>'
const brand = { color: '#e9967a', font: 'Georgia, serif', logo }

async function serveLogo(context: BrowserContext): Promise<void> {
  await context.route('https://*.school.example/**', route =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  )
}

const sizeOfFrame =
  '[innerWidth, innerHeight, document.documentElement.scrollWidth, document.documentElement.scrollHeight]'

describeInBrowser('the frame', newContext => {
  const learnerSite = async (scene: SessionWorld, more: object = {}) =>
    openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid, ...more })

  for (const width of [320, 768, 1440])
    test(`the frame is as wide as its container and as high as its content at ${width} px, and follows changes`, async () => {
      const scene = await makeScene()
      await using site = await learnerSite(scene)
      await using context = await newContext({ viewport: { width, height: 600 } })
      const { page, frame } = await openReady(context, site)
      const fits = async () => {
        const [across = 0, down, needed = 0, high] = await frame.evaluate<number[]>(sizeOfFrame)
        return across === width && needed <= width && down === high
      }
      await frame.getByRole('textbox', { name: 'Message to your proctor' }).waitFor() // it is connected
      await until(fits)
      const before = await page.evaluate<number>('heights.at(-1)')
      expect(before).toBeGreaterThan(600)
      await frame.getByRole('button', { name: 'Move the appointment' }).click()
      await until(async () => (await page.evaluate<number>('heights.at(-1)')) > before + 50)
      await until(fits)
      await frame.getByRole('button', { name: 'Do not move it' }).click()
      await until(async () => (await page.evaluate<number>('heights.at(-1)')) === before)
      await until(fits)
    })

  test('the frame keeps a size that a style sheet of the page sets', async () => {
    const scene = await makeScene()
    await using site = await learnerSite(scene, { style: 'iframe { width: 500px; height: 400px }' })
    await using context = await newContext()
    const { page } = await openReady(context, site)
    const box = await page.locator('iframe').boundingBox()
    expect([box?.width, box?.height]).toEqual([504, 404].map(size => expect.closeTo(size - 2, -1)))
  })

  test('a dialog is in view in a frame that is higher than the window', async () => {
    const scene = await makeScene()
    await using site = await learnerSite(scene)
    await using context = await newContext({ viewport: { width: 320, height: 500 } })
    const { page, frame } = await openReady(context, site)
    await frame.getByRole('button', { name: 'Cancel the appointment' }).click()
    const keep = frame.getByRole('dialog').getByRole('button', { name: 'Keep it' })
    await until(async () => {
      const box = await keep.boundingBox() // relative to the browser window
      return box !== null && box.y >= 0 && box.y + box.height <= 500
    })
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
  })
})

describeInBrowser('theme, language and brand', newContext => {
  test('the theme of the page overrides that of the device', async () => {
    const scene = await makeScene()
    for (const [colorScheme, theme, ground] of [
      ['light', 'dark', 'rgb(22, 24, 28)'],
      ['dark', 'light', 'rgb(255, 255, 255)'],
      ['dark', 'auto', 'rgb(22, 24, 28)'],
    ] as const) {
      const options = { elementType: 'exam-session', targetUserSid: scene.userSid, look: { theme } }
      await using site = await openSite(scene, options)
      await using context = await newContext({ colorScheme })
      const { frame, page } = await openReady(context, site)
      await expect
        .poll(() => frame.evaluate('getComputedStyle(document.documentElement).backgroundColor'))
        .toBe(ground)
      await page.close()
    }
  })

  for (const [locale, dir, words] of [
    ['en', 'ltr', ['Your exam', 'Central European Standard Time (Europe/Berlin)', 'Starts in']],
    ['de', 'ltr', ['Ihre Prüfung', 'Mitteleuropäische Normalzeit (Europe/Berlin)', 'Beginnt in']],
    ['ar', 'rtl', ['اختبارك', 'توقيت وسط أوروبا الرسمي (Europe/Berlin)', 'يبدأ خلال']],
  ] as const)
    test(`texts and dates are in ${locale}, and the time zone is named`, async () => {
      const scene = await makeScene()
      const options = { elementType: 'exam-session', targetUserSid: scene.userSid, look: { locale } }
      await using site = await openSite(scene, options)
      // A date in winter, so that the zone has its standard name.
      await using context = await newContext()
      await context.clock.setFixedTime(new Date('2026-01-15T12:00:00Z'))
      const { frame } = await openReady(context, site)
      const root = frame.locator('html')
      expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual([locale, dir])
      const text = await frame.locator('body').innerText()
      for (const word of words) expect(text).toContain(word)
      const side = await frame
        .locator('h2')
        .first()
        .evaluate('getComputedStyle(document.querySelector("h2")).textAlign')
      expect(side).toBe(dir === 'rtl' ? 'right' : 'left') // also with an English title
      const appointment = (await scene.read()).text('appointmentDate')
      const day = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'Europe/Berlin' })
      expect(text).toContain(day.format(new Date(appointment)))
      // Texts of the exam that come from the service are not translated.
      const own = text.replaceAll(/not graphing|Bring your student card/g, '')
      if (locale !== 'en') expect(own).not.toMatch(/\b(the|your|you|start|not)\b/i)
    })

  test('the embed shows the colour, font and logo of the page, and loads the logo from no other URL', async () => {
    const scene = await makeScene()
    const options = {
      elementType: 'exam-session',
      targetUserSid: scene.userSid,
      look: { theme: 'light', brand },
    }
    await using site = await openSite(scene, options)
    await using context = await newContext()
    await serveLogo(context)
    const { frame, audit } = await openReady(context, site)
    const start = frame.getByRole('button', { name: 'Start the session' })
    const background = await start.evaluate(
      'getComputedStyle(document.querySelector(".primary")).backgroundColor',
    )
    expect(background).toBe('rgb(151, 98, 79)') // darkened to reach 4.5:1 on the background
    await expect.poll(() => frame.evaluate('getComputedStyle(document.body).fontFamily')).toMatch(/^Georgia/)
    await expect
      .poll(() => frame.locator('img').evaluate('document.querySelector("img").naturalWidth'))
      .toBe(120)
    expect(await audit()).toEqual([])
    const elsewhere = `new Promise(done => {
      const image = new Image()
      image.onload = () => done('loaded')
      image.onerror = () => done('refused')
      image.src = 'https://cdn.school.example/other.svg'
    })`
    await expect.poll(() => frame.evaluate(elsewhere)).toBe('refused')
  })

  test('invalid appearance values in a URL have no effect', async () => {
    const scene = await makeScene()
    await using site = await openSite(scene, { elementType: 'exam-session', targetUserSid: scene.userSid })
    await using context = await newContext()
    const { page } = await openReady(context, site)
    const url = await page.evaluate<string>('document.querySelector("iframe").src')
    const policies: (string | undefined)[] = []
    page.on('response', response => {
      if (response.url().includes('theme=')) policies.push(response.headers()['content-security-policy'])
    })
    const bad = new URLSearchParams({
      ...{
        theme: '"><b>',
        locale: 'fr',
        color: 'red;}',
        font: 'x;}',
        logo: "https://evil.example/a; script-src 'unsafe-inline'",
      },
    })
    await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(`${url}&${bad}`)}`)
    await until(() => policies.length > 0)
    const frame = page.frames()[1]
    await frame?.waitForSelector('main:not([aria-busy]) h2')
    expect(policies[0]).not.toContain('evil')
    expect(policies[0]).toContain("script-src 'self';")
    expect(
      await frame?.evaluate(
        '[document.documentElement.dataset.theme, document.querySelectorAll("img, b").length]',
      ),
    ).toEqual([undefined, 0])
  })
})
