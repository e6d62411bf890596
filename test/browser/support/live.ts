// A learner's page and a proctor's page of the same exam, each in its own browser profile.

import type { SessionWorld } from '../../support/sessions.ts'
import { staffUser } from '../../support/tokens.ts'
import type { NewContext } from './browser.ts'
import { type Embedded, openReady, type Trail } from './embed-page.ts'
import { openSite, type Site } from './site.ts'

export type LivePages = {
  learner: Site
  proctor: Site
  openLearner(trail?: Trail): Promise<Embedded>
  openProctor(trail?: Trail): Promise<Embedded>
  [Symbol.asyncDispose](): Promise<void>
}

/** @param prepare runs in each new context, before its page is opened */
export async function livePages(
  scene: SessionWorld,
  newContext: NewContext,
  options: {
    prepare?: (context: Awaited<ReturnType<NewContext>>) => Promise<unknown>
    look?: object
    resource?: string
    /** Seconds. */
    expiresIn?: number
  } = {},
): Promise<LivePages> {
  const { look = {}, expiresIn = 900 } = options
  const learner = await openSite(scene, {
    ...{ elementType: 'exam-session', targetUserSid: scene.userSid, resource: scene.sessionSid },
    ...{ look: { ...look }, expiresIn },
  })
  const proctor = await openSite(scene, {
    ...{ elementType: 'proctoring-session', targetUserSid: await staffUser(scene) },
    ...{ look: { ...look }, expiresIn },
    resource: options.resource ?? scene.examSid,
  })
  const allowedEmbedOrigins = [learner.origin, proctor.origin]
  await scene.admin('PUT', scene.path('/settings'), { body: { allowedEmbedOrigins } })
  const opened: Awaited<ReturnType<NewContext>>[] = []
  const open = async (site: Site, trail?: Trail) => {
    const context = await newContext()
    opened.push(context)
    await options.prepare?.(context)
    return openReady(context, site, trail)
  }
  return {
    learner,
    proctor,
    openLearner: trail => open(learner, trail),
    openProctor: trail => open(proctor, trail),
    async [Symbol.asyncDispose]() {
      for (const context of opened) await context.close()
      await learner[Symbol.asyncDispose]()
      await proctor[Symbol.asyncDispose]()
    },
  }
}

/** The entry of a learner in the proctor's list. */
export const entryOf = ({ frame }: Embedded, name: string) =>
  frame.getByRole('navigation').getByRole('button').filter({ hasText: name })

/** The names in the proctor's list, in its order. */
export const namesOf = ({ frame }: Embedded): Promise<string[]> =>
  frame.locator('.chooser button > :first-child').allInnerTexts()
