// Every page of the console: it opens from its address, conforms to WCAG 2.2 AA in light and dark, narrow and wide, and
// the browser reports no error.

import { beforeAll, expect, test } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Console, loaded, signedInConsole } from './support/console.ts'
import { type ConsoleScene, makeConsoleScene } from './support/console-pages.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await makeConsoleScene()
})

/** Where pictures of the pages are written; by default nowhere. */
const pictures = process.env['CONSOLE_PICTURES']

async function visit({ page, open, reported }: Console, name: string, path: string, look: string) {
  await open(path)
  await loaded(page)
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-${look}.png`, fullPage: true })
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const problems = await page.getByRole('alert').allInnerTexts()
  return [
    ...(await violationsOf(page)),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...problems.filter(Boolean),
    ...reported.splice(0),
  ]
}

describeInBrowser('each page of the console', newContext => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440, 2560])
      test(`conforms in ${colorScheme} at ${width} px`, { timeout: 240_000 }, async () => {
        const look = { colorScheme, viewport: { width, height: 900 } }
        await using opened = await signedInConsole(scene.world, newContext, look)
        const faults: Record<string, string[]> = {}
        for (const [name, path] of Object.entries(scene.paths)) {
          const found = await visit(opened, name, path, `${width}-${colorScheme}`)
          if (found.length > 0) faults[name] = found
        }
        expect(faults).toEqual({})
      })
})
