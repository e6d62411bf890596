// Audits every page of an embed in each theme, language and width.

import type { BrowserContext } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ar } from '../../src/embed/pages/text/ar.ts'
import { de } from '../../src/embed/pages/text/de.ts'
import { en } from '../../src/embed/pages/text/en.ts'
import { clientWith } from '../support/realtime.ts'
import type { SessionWorld } from '../support/sessions.ts'
import { sharedStack } from '../support/stack.ts'
import { issueToken } from '../support/tokens.ts'
import { audit } from './support/audit.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Embedded, openReady } from './support/embed-page.ts'
import { makeRunning, makeScene } from './support/scene.ts'
import { openSite } from './support/site.ts'

const widths = [320, 768, 1440]
const long = { timeout: 120_000 }
const languages = { en, de, ar }
type Locale = keyof typeof languages

const themes = [
  { name: 'light', theme: 'light', colorScheme: 'dark' },
  { name: 'dark', theme: 'auto', colorScheme: 'dark' },
] as const

type Frame = Embedded['frame']

/** A page of an embed, and the states that it is brought into one after another. */
type Case = {
  elementType: string
  scene: SessionWorld
  targetUserSid: string
  states: Record<string, (frame: Frame) => Promise<void>>
}

describeInBrowser('the pages of an embed conform to WCAG 2.2 AA', newContext => {
  let ahead: SessionWorld
  let running: SessionWorld
  let proctorSid: string
  beforeAll(async () => {
    ahead = await makeScene()
    running = await makeRunning()
    proctorSid = await running.user()
  })

  const cases = (locale: Locale): Case[] => {
    const { book, take, note, messages, live } = languages[locale]
    const press = (name: string) => (frame: Frame) =>
      frame.getByRole('button', { name, exact: true }).first().click()
    /** Sends a message, which the log then shows. */
    const write = (label: string) => async (frame: Frame) => {
      await frame.getByLabel(label).fill('https://school.example/a-long-word-that-does-not-fit')
      await frame.getByLabel(label).press('Enter')
      await frame.getByRole('log').getByRole('listitem').last().waitFor()
    }
    return [
      {
        ...{ elementType: 'exam-session', scene: ahead, targetUserSid: ahead.userSid },
        states: {
          'with the form of an appointment': press(book.move),
          'with the dialog to cancel': async frame => {
            await press(book.close)(frame)
            await press(book.cancel)(frame)
          },
        },
      },
      {
        ...{ elementType: 'exam-session', scene: running, targetUserSid: running.userSid },
        states: {
          'with messages': write(messages.toProctor),
          'with an error at the message': press(messages.send),
          'with the dialog to end': press(take.end),
        },
      },
      {
        ...{ elementType: 'proctoring-session', scene: running, targetUserSid: proctorSid },
        states: {
          'with messages': write(messages.toLearner),
          'with an error in a form': press(note.annotateSubmit),
          'with all sessions and a missing learner': async frame => {
            await press(live.overview)(frame)
            await frame.locator('.chooser').getByText(live.missing, { exact: true }).waitFor()
          },
          'with a new message': async frame => {
            const { secret } = await issueToken(running, { targetUserSid: running.userSid })
            const client = clientWith(running.stack.baseUrl, secret)
            client.connect()
            await client.publish(`session.${running.sessionSid}`, { text: 'Hello' })
            client.disconnect()
            await frame.getByText(live.newMessage).waitFor()
          },
        },
      },
      {
        ...{ elementType: 'assessment-viewer', scene: running, targetUserSid: running.userSid },
        states: {},
      },
    ]
  }

  /** Audits the page at each width. */
  async function auditAt({ page, audit }: Embedded, what: string): Promise<void> {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await audit(), `${what} at ${width} px`).toEqual([])
    }
  }

  async function auditCase(
    context: BrowserContext,
    { elementType, scene, targetUserSid, states }: Case,
    look: Record<string, string>,
  ): Promise<void> {
    await using site = await openSite(scene, { elementType, targetUserSid, look })
    const embedded = await openReady(context, site)
    await auditAt(embedded, elementType)
    for (const [name, enter] of Object.entries(states)) {
      await enter(embedded.frame)
      await auditAt(embedded, `${elementType} ${name}`)
    }
    await embedded.page.close()
  }

  for (const { name, theme, colorScheme } of themes)
    for (const locale of ['en', 'de', 'ar'] as const)
      test(
        `in ${locale}, ${name}, at 320, 768 and 1,440 px, with forms, dialogs and errors`,
        long,
        async () => {
          await using context = await newContext({ colorScheme })
          for (const each of cases(locale)) await auditCase(context, each, { theme, locale })
        },
      )

  test('the page for an origin that is not allowed conforms too', async () => {
    const { baseUrl } = await sharedStack()
    for (const { theme, colorScheme } of themes)
      for (const locale of ['en', 'de', 'ar']) {
        await using context = await newContext({ colorScheme })
        const page = await context.newPage()
        await page.goto(`${baseUrl}/embed/not-allowed?theme=${theme}&locale=${locale}`)
        await page.locator('main:not([aria-busy])').waitFor()
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          expect(await audit(page), `${locale}, ${theme}, ${width} px`).toEqual([])
        }
      }
  })
})
