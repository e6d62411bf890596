import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/browser.ts'
import { loaded, signedInConsole } from './support/console.ts'
import { type ConsoleScene, makeConsoleScene } from './support/console-pages.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await makeConsoleScene()
})

/** Where pictures of the pages are written; by default nowhere. */
const pictures = process.env['CONSOLE_PICTURES']

describeInBrowser('a printed page of the console', newContext => {
  for (const name of ['session', 'sessions', 'volume'])
    test(`${name}: has its content in dark text, without navigation, filters and buttons`, async () => {
      const look = { colorScheme: 'dark', viewport: { width: 794, height: 1123 } } as const
      await using opened = await signedInConsole(scene.world, newContext, look)
      const { page, open } = opened
      await open(scene.paths[name] ?? '')
      await loaded(page)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.evaluate('document.documentElement.dataset.theme = "dark"') // also where the operator has chosen it
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-print.png`, fullPage: true })
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      for (const hidden of ['.side', '.bar', '.tabs', '.filters', '.button', '.skip'])
        expect([hidden, await page.locator(hidden).filter({ visible: true }).count()]).toEqual([hidden, 0])
      expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe(
        'rgb(24, 27, 32)',
      )
    })
})
