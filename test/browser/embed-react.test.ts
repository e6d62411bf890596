// The React component of @invigil/embed, installed from its tarball.

import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { compile, linkPackages, projectWith } from '../support/packages.ts'
import { describeInBrowser } from './support/browser.ts'
import { openReady } from './support/embed-page.ts'
import { makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'
import { until } from './support/until.ts'

const long = { timeout: 120_000 }

/** A program that shows the embed in strict mode, which mounts components twice, with buttons that render it again. */
const program = (invigil: string) => `
import { InvigilEmbed, type InvigilEmbedProps } from '@invigil/embed/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

declare const happened: string[]
const ask = async (path: string) => (await fetch(path, { method: 'POST' })).json()

function Exam({ token }: { token: InvigilEmbedProps['token'] }) {
  const [count, setCount] = useState(0)
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [isShown, setShown] = useState(true)
  const [isRefreshed, setRefreshed] = useState(false)
  return (
    <main>
      <button onClick={() => setCount(count + 1)}>Count {count}</button>
      <button onClick={() => setTheme('dark')}>Dark</button>
      <button onClick={() => setShown(false)}>Leave</button>
      <button onClick={() => setRefreshed(!isRefreshed)}>Refresh</button>
      {isShown && (
        <InvigilEmbed
          baseUrl="${invigil}"
          className="exam"
          token={token}
          theme={theme}
          brand={{ color: '#c2477f' }}
          onTokenRefresh={isRefreshed ? () => ask('/refresh') : undefined}
          onReady={() => happened.push('ready')}
          onTokenRefreshed={() => happened.push('tokenRefreshed ' + count)}
          onTokenExpired={() => happened.push('tokenExpired')}
          onError={({ code }) => happened.push('error ' + code)}
        />
      )}
    </main>
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root.')
const token = await ask('/tokens')
createRoot(root).render(<StrictMode><Exam token={token} /></StrictMode>)
`

/** Compiles and bundles the program with the installed package. */
async function bundled(invigil: string): Promise<string> {
  const folder = await projectWith('embed')
  linkPackages(folder, ['react', 'react-dom', '@types/react', '@types/react-dom', 'csstype'])
  expect(await compile(folder, { 'exam.tsx': program(invigil) })).toBe('')
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['exam.js'],
    ...{ bundle: true, write: false, format: 'esm', target: 'es2022' },
    define: { 'process.env.NODE_ENV': '"development"' },
    nodePaths: [projectFile('node_modules')],
  })
  return outputFiles[0]?.text ?? ''
}

describeInBrowser('the React component', newContext => {
  test(
    'renders an embed, refreshes it, keeps its frame through renderings, and removes it',
    long,
    async () => {
      const scene = await makeScene()
      const script = (await bundled(scene.stack.baseUrl)).replaceAll('</script', '<\\/script')
      await using site = await openSite(scene, {
        ...{ elementType: 'exam-session', targetUserSid: scene.userSid, expiresIn: 18 },
        page: `<!doctype html><meta charset="utf-8"><title>A course</title><div id="root"></div>
<script>var happened = []</script><script type="module">${script}</script>`,
      })
      await using context = await newContext()
      const { page, frame: first, happened } = await openReady(context, site)
      await expect.poll(() => page.locator('div.exam > iframe').count()).toBe(1)
      // Without a function for it, a frame refreshes nothing. One that is added opens another frame, whose token is already old.
      await sleep(7000)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await until(() => first.isDetached())
      await page.frameLocator('iframe').getByText('Midterm').first().waitFor()
      const [frame] = page.mainFrame().childFrames()
      if (!frame) throw new Error('The page has no frame.')
      await page.getByRole('button', { name: 'Count 0' }).click()
      await page.getByRole('button', { name: 'Count 1' }).waitFor()
      await until(async () => (await happened()).includes('tokenRefreshed 1'))
      expect(frame.isDetached()).toBe(false)
      expect(await happened()).not.toContain('tokenExpired')
      await page.getByRole('button', { name: 'Dark' }).click()
      await until(() => frame.isDetached())
      await page.frameLocator('iframe').getByText('Midterm').first().waitFor()
      await expect.poll(() => page.locator('iframe').count()).toBe(1)
      // The frame of another theme begins with the tokens of the last refresh.
      expect((await happened()).filter(name => name.startsWith('error'))).toEqual([])
      const [dark] = page.mainFrame().childFrames()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await until(() => dark?.isDetached() ?? false)
      await page.getByRole('button', { name: 'Leave' }).click()
      await until(async () => (await page.locator('iframe').count()) === 0)
    },
  )
})
