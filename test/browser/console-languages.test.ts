// The console in other languages and for other needs: German, from right to left, and without motion.

import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/browser.ts'
import { loaded, signedInConsole } from './support/console.ts'
import { type ConsoleScene, makeConsoleScene } from './support/console-pages.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await makeConsoleScene()
})

/** Texts of the frame that must come from the texts of the console. */
const untranslated = `[...document.querySelectorAll('h1, h2, th, label, nav a, .button')]
  .map(element => element.innerText.trim()).filter(text => /^[A-Z][a-z]+ /.test(text))`

describeInBrowser('the languages of the console', newContext => {
  for (const width of [360, 1440])
    test(`from right to left, no page overflows at ${width} px`, { timeout: 240_000 }, async () => {
      await using opened = await signedInConsole(scene.world, newContext, {
        viewport: { width, height: 900 },
      })
      const { page, open, reported } = opened
      await page.addInitScript("localStorage.setItem('invigil.console.language', 'ar-XB')")
      const faults: Record<string, unknown> = {}
      for (const [name, path] of Object.entries(scene.paths)) {
        await open(path)
        await loaded(page)
        const found = await page.evaluate<{ dir: string; over: number; start: boolean }>(`({
          dir: document.documentElement.dir,
          over: document.documentElement.scrollWidth - innerWidth,
          start: document.querySelector('h1').innerText.startsWith('⟦') ||
            document.querySelector('main').innerText.includes('⟦'),
        })`)
        if (found.dir !== 'rtl' || found.over > 0 || !found.start) faults[name] = found
        if (reported.length > 0) faults[name] = reported.splice(0)
      }
      expect(faults).toEqual({})
    })

  test('in German on a phone, no page overflows, and the tab of the page is in view', {
    timeout: 240_000,
  }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, {
      ...{ locale: 'de-DE', viewport: { width: 360, height: 740 } },
    })
    const { page, open } = opened
    const { sessions, people } = scene.paths
    const filtered = {
      filteredSessions: `${sessions}?status=Scheduled`,
      filteredPeople: `${people}?lastName=x`,
    }
    const faults: Record<string, unknown> = {}
    for (const [name, path] of Object.entries({ ...scene.paths, ...filtered })) {
      await open(path)
      await loaded(page)
      const found = await page.evaluate<{ over: number; hidden: string[] }>(`({
        over: document.documentElement.scrollWidth - innerWidth,
        hidden: [...document.querySelectorAll('.tabs [aria-current]')].filter(tab => {
          const [{ left, right }, box] = [tab, tab.parentElement].map(each => each.getBoundingClientRect())
          return left < box.left - 1 || right > box.right + 1
        }).map(tab => tab.innerText),
      })`)
      if (found.over > 0 || found.hidden.length > 0) faults[name] = found
    }
    expect(faults).toEqual({})
  })

  test('the buttons of rows are not cut off in German', { timeout: 240_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, {
      ...{ locale: 'de-DE', viewport: { width: 1440, height: 900 } },
    })
    const { page, open } = opened
    const cut: Record<string, string[]> = {}
    for (const name of ['course', 'people', 'settings', 'access', 'webhooks', 'operators', 'security']) {
      await open(scene.paths[name] ?? '')
      await loaded(page)
      const found = await page.evaluate<string[]>(`[...document.querySelectorAll('td .button')]
        .filter(button => button.getBoundingClientRect().right > button.closest('td').getBoundingClientRect().right)
        .map(button => button.innerText)`)
      if (found.length > 0) cut[name] = found
    }
    expect(cut).toEqual({})
  })

  test('no column of a list disappears on a small screen', { timeout: 240_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext)
    const { page, open } = opened
    const tooSmall: Record<string, string[]> = {}
    for (const width of [800, 1024, 1200]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['sessions', 'course', 'access', 'operators', 'audit', 'signInEvents']) {
        await open(scene.paths[name] ?? '')
        await loaded(page)
        const found = await page.evaluate<string[]>(`[...document.querySelectorAll('.list-window th')]
          .filter(head => getComputedStyle(head).display !== 'none' && head.offsetWidth < 75)
          .map(head => head.innerText)`)
        if (found.length > 0) tooSmall[`${name} at ${width}`] = found
      }
    }
    expect(tooSmall).toEqual({})
  })

  test('a browser in German shows German, with its dates and numbers', { timeout: 120_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, { locale: 'de-DE' })
    const { page, open } = opened
    await open(scene.paths['sessions'] ?? '')
    await page.getByRole('heading', { name: 'Sitzungen' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
    await page.getByRole('link', { name: 'Überblick' }).waitFor()
    await open(scene.paths['session'] ?? '')
    await page.locator('time').first().waitFor()
    await expect
      .poll(() => page.locator('time').first().innerText())
      .toMatch(/^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/)
    for (const words of ['Termin gesetzt', 'Begonnen'])
      await page.locator('.timeline').getByText(words, { exact: true }).waitFor()
    expect(await page.evaluate<string[]>(untranslated)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:Show|Cancel|Report|Sign|New|Send) /)]),
    )
  })

  test('days and times are those of the install, whose zone is named, not of the browser', {
    timeout: 120_000,
  }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, {
      ...{ locale: 'en-GB', timezoneId: 'Pacific/Kiritimati' },
    })
    const { page, open } = opened
    const asked: URL[] = []
    page.on('request', request => asked.push(new URL(request.url())))
    await open(scene.paths['overview'] ?? '')
    // Not "UTC (UTC)".
    await page.getByText('Times in UTC', { exact: true }).waitFor()
    await loaded(page)
    const volumes = asked.filter(({ pathname }) => pathname.endsWith('/reports/appointmentVolume'))
    expect(volumes.map(({ searchParams }) => searchParams.get('timeZone'))).toEqual(['UTC'])
    const days = asked.filter(({ searchParams }) => searchParams.has('appointmentDateAfter'))
    expect(new Set(days.map(({ searchParams }) => searchParams.get('appointmentDateAfter'))).size).toBe(1)
    await open(scene.paths['session'] ?? '')
    await page.locator('.facts time').first().waitFor()
    const time = page.locator('.facts time').first()
    const hourAndMinute = String(await time.getAttribute('datetime')).slice(11, 16)
    await expect.poll(() => time.innerText()).toMatch(new RegExp(`, ${hourAndMinute} UTC$`))
  })

  test('no list cuts off the zone of its times, however long its name is', { timeout: 120_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, { timezoneId: 'Pacific/Chatham' })
    const { page, open } = opened
    const cut: string[] = []
    for (const [name, width] of [
      ...([
        ['audit', 360],
        ['signInEvents', 360],
      ] as const),
      ...([
        ['audit', 1440],
        ['operators', 1440],
      ] as const),
    ]) {
      await page.setViewportSize({ width, height: 800 })
      await open(scene.paths[name] ?? '')
      await page.locator('td:visible time .zone').first().waitFor()
      const found = await page.evaluate<string[]>(`[...document.querySelectorAll('td:has(.zone)')]
        .filter(cell => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth).map(cell => cell.innerText)`)
      cut.push(...found.slice(0, 1).map(text => `${name} at ${width}: ${text}`))
    }
    expect(cut).toEqual([])
  })

  test('who prefers reduced motion gets none', { timeout: 120_000 }, async () => {
    await using opened = await signedInConsole(scene.world, newContext, { reducedMotion: 'reduce' })
    const { page, open } = opened
    for (const name of ['overview', 'sessions', 'session', 'live']) {
      await open(scene.paths[name] ?? '')
      await loaded(page)
      const moving = await page.evaluate<string[]>(`[...document.querySelectorAll('*')].filter(element => {
        const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element)
        const seconds = [animationDuration, transitionDuration].join().split(',').map(parseFloat)
        return Math.max(...seconds) > 0.001 || scrollBehavior === 'smooth'
      }).map(element => element.outerHTML.slice(0, 100))`)
      expect([name, moving]).toEqual([name, []])
    }
  })
})
