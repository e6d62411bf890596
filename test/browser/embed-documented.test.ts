// Opens the pages of the documentation with its backends. Only the ports are replaced.

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { callerOf } from '../support/client.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { blocksOf, pages } from '../support/docs/blocks.ts'
import { late } from '../support/late.ts'
import { rounds } from '../support/rounds.ts'
import { ownStack } from '../support/stack.ts'
import { freePort } from '../support/start.ts'
import { type Backend, openBackend } from './support/backend.ts'
import { describeInBrowser } from './support/browser.ts'
import { until } from './support/until.ts'

const guide = 'docs/guides/embed-an-exam.md'
// A page that loads slowly must refresh its tokens before they expire.
const lifetimeSeconds = 20
const long = { timeout: 120_000 }

let stack: Stack
let guideSite: Backend
let moduleSite: Backend
let readmeSite: Backend
let exampleSite: Backend

/** The page of the README: its one block of HTML. */
const readmePage = () =>
  /```html\n(?<page>.*?)```/s.exec(readFileSync(projectFile('README.md'), 'utf8'))?.groups?.['page'] ?? ''

/** Returns a page of the guide by its file name. */
const pageOf = (name: string) => blocksOf(guide).find(({ purpose }) => purpose === name)?.text ?? ''

const withPort = (text: string, port: string | number, here: string | number) =>
  text.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${here}`).replaceAll(`listen(${port},`, `listen(${here},`)

/** Saves and starts the guide's backend as the guide describes, with its page or a given one. */
async function openGuide(page?: string): Promise<Backend> {
  const folder = temporaryDirectory()
  const port = await freePort()
  symlinkSync(stack.stateDir, join(folder, '.local'))
  for (const { purpose, text } of blocksOf(guide).filter(({ purpose }) => /^site\./.test(purpose)))
    writeFileSync(join(folder, purpose), withPort(text, 8790, port))
  if (page) writeFileSync(join(folder, 'site.html'), page)
  return openScript('site.mjs', folder, port)
}

const openExample = (): Promise<Backend> => openScript('examples/host-backend/server.ts', projectFile(''))

const openScript = (script: string, cwd: string, port?: number): Promise<Backend> =>
  openBackend({
    ...{ command: process.execPath, args: [script], cwd, env: { STATE_DIR: stack.stateDir } },
    ...(port && { port }),
  })

const stays = rounds({ quick: { refreshes: 1, lifetimes: 1.2 }, all: { refreshes: 2, lifetimes: 2 } })

/** Opens the page and waits for refreshes and more than one token lifetime. @returns the events in that time */
async function stay(context: BrowserContext, { origin }: Backend, choose?: string) {
  const page = await context.newPage()
  let loads = 0
  let refreshes = 0
  const said: string[] = []
  page.on('load', () => {
    loads += 1
  })
  page.on('response', response => {
    if (response.url() === `${origin}/embed/refresh` && response.ok()) refreshes += 1
  })
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(error.message))
  await page.goto(origin)
  if (choose) await page.getByRole('button', { name: choose }).click()
  const frame = page.frameLocator('iframe')
  await frame.locator('main:not([aria-busy]) h2').first().waitFor()
  const since = performance.now()
  await until(
    () =>
      refreshes >= stays.refreshes && performance.now() - since > 1000 * stays.lifetimes * lifetimeSeconds,
  )
  const text = await frame.locator('body').innerText()
  // A refresh begins a fifth of the lifetime before its end.
  if (/has expired|abgelaufen/.test(text)) late('The tokens have expired.')
  return { loads, said, text }
}

const held = { loads: 1, said: [], text: expect.not.stringContaining('has expired') }

describeInBrowser('a documented page refreshes its tokens', newContext => {
  beforeAll(async () => {
    stack = await ownStack({ kind: 'memory' })
    guideSite = await openGuide()
    moduleSite = await openGuide(pageOf('site-module.html'))
    readmeSite = await openGuide(withPort(readmePage(), 8787, new URL(stack.baseUrl).port))
    exampleSite = await openExample()
    const demo = JSON.parse(readFileSync(join(stack.stateDir, 'demo.json'), 'utf8'))
    const call = callerOf(stack, demo.apiCredential)
    const body = {
      allowedEmbedOrigins: [guideSite, moduleSite, readmeSite, exampleSite].map(({ origin }) => origin),
      maxTokenTtlSeconds: lifetimeSeconds,
    }
    expect(await call('PUT', `/v1/installs/${demo.installSid}/settings`, { body })).toMatchObject({
      status: 200,
    })
  }, 180_000)
  afterAll(async () => {
    await Promise.all(
      [guideSite, moduleSite, readmeSite, exampleSite].map(site => site?.[Symbol.asyncDispose]()),
    )
    await stack?.close()
  })

  test.concurrent('the page of the embedding guide runs', long, async () => {
    expect(await stay(await newContext(), guideSite)).toEqual(held)
  })

  test.concurrent('the page of the guide runs with the module, a language and a look', long, async () => {
    const { text, ...stayed } = await stay(await newContext(), moduleSite)
    expect(stayed).toEqual({ loads: 1, said: [] })
    expect(text).toMatch(/Die Zeiten gelten in Ihrer Zeitzone/)
    expect(text).not.toContain('abgelaufen')
  })

  test.concurrent('the page of the README runs with the backend of the guide', long, async () => {
    expect(await stay(await newContext(), readmeSite)).toEqual(held)
  })

  test.concurrent('examples/host-backend runs', long, async () => {
    expect(await stay(await newContext(), exampleSite, 'Learner: my exam')).toEqual(held)
  })
})

test('this file opens every HTML page of the documentation', () => {
  const shown = [...pages, 'README.md', 'CONTRIBUTING.md', 'examples/host-backend/README.md'].flatMap(page =>
    blocksOf(page)
      .filter(({ language, text }) => language === 'html' || /<script|<iframe/.test(text))
      .map(({ purpose }) => `${page} ${purpose}`.trim()),
  )
  expect(shown).toEqual([`${guide} site.html`, `${guide} site-module.html`, 'README.md'])
})
