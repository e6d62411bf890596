// What each role is shown: the pages and the buttons that its policy allows, and no others.

import { beforeAll, expect, test } from 'vitest'
import { operatorRoles } from '../../db/schema/operator.ts'
import { describeInBrowser } from './support/browser.ts'
import { type Console, loaded, signedInConsole } from './support/console.ts'
import { type ConsoleScene, makeConsoleScene } from './support/console-pages.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await makeConsoleScene()
})

const ranks = ['viewer', 'developer', 'admin', 'owner'] as const
type Role = (typeof ranks)[number]

/** The links of the navigation that a role and all higher ones have. */
const links: Record<Role, string[]> = {
  viewer: [
    ...['Overview', 'Sessions', 'Live', 'Reports', 'Catalogue', 'People', 'Tokens', 'Settings'],
    ...['Installs', 'Webhooks', 'Topics', 'Operators'],
  ],
  developer: [],
  admin: ['Audit', 'Sign-in events'],
  owner: ['Access'],
}

/** The buttons of pages, and the lowest role that has them. */
const buttons: readonly [page: string, name: string, from: Role][] = [
  ['webhooks', 'New endpoint', 'developer'],
  ['webhook', 'Send a test event', 'developer'],
  ['webhook', 'Rotate the secret', 'developer'],
  ['webhook', 'Delete', 'developer'],
  ['deadLetters', 'Retry by filter', 'developer'],
  ['session', 'Report an event', 'admin'],
  ['session', 'End', 'admin'],
  ['settings', 'Save', 'admin'],
  ['installs', 'New install', 'admin'],
  ['courses', 'New course', 'admin'],
  ['people', 'Import a roster', 'admin'],
  ['operators', 'Invite an operator', 'admin'],
  ['access', 'New credential', 'owner'],
]

/** The pages that are not for all roles, and the lowest role that has them. Anybody may be sent their addresses. */
const limited: readonly [page: string, from: Role][] = [
  ['access', 'owner'],
  ['audit', 'admin'],
  ['signInEvents', 'admin'],
]

const has = (role: Role, from: Role) => ranks.indexOf(role) >= ranks.indexOf(from)

/** The buttons of the page that the role has and should not have, or the other way round. */
const wrongButtons = (page: string, role: Role, shown: readonly string[]): string[] =>
  buttons
    .filter(([name]) => name === page)
    .map(([, label, from]) => {
      const isShown = shown.some(text => text.trim() === label || text.startsWith(`${label} (`))
      return isShown === has(role, from) ? '' : `${page}: ${label} is ${isShown ? '' : 'not '}shown`
    })
    .filter(Boolean)

/** The limited pages that the role sees and should not see, or the other way round. */
async function wrongPages({ page, open }: Console, role: Role): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, from] of limited) {
    await open(scene.paths[name] ?? '')
    await loaded(page)
    const refusal = page.getByRole('main').getByText('Your role may not see this page.')
    if ((await refusal.count()) > 0 === has(role, from)) wrong.push(name)
  }
  return wrong
}

test('the roles of this file are those of operators', () => {
  expect([...ranks].toSorted()).toEqual([...operatorRoles].toSorted())
})

describeInBrowser('the roles of operators', newContext => {
  for (const role of ranks)
    test(`${role}: each page and button that the policy allows, and none that would be refused`, {
      timeout: 120_000,
    }, async () => {
      await using opened = await signedInConsole(scene.world, newContext, { role })
      const { page, open } = opened
      const refused: string[] = []
      page.on('response', response => {
        if (response.status() === 403) refused.push(response.url())
      })
      await open(scene.paths['overview'] ?? '')
      const navigation = page.getByRole('navigation')
      await navigation.getByRole('link', { name: 'Operators' }).waitFor()
      const expected = ranks.filter(rank => has(role, rank)).flatMap(rank => links[rank])
      expect((await navigation.getByRole('link').allInnerTexts()).toSorted()).toEqual(expected.toSorted())

      const isOpen = (name: string) => name !== 'access' || has(role, 'owner')
      const wrong: string[] = []
      for (const name of [...new Set(buttons.map(([each]) => each))].filter(isOpen)) {
        await open(scene.paths[name] ?? '')
        await loaded(page)
        const shown = await page.getByRole('main').getByRole('button').allInnerTexts()
        wrong.push(...wrongButtons(name, role, shown))
      }
      wrong.push(...(await wrongPages(opened, role)))
      await open(scene.paths['exam'] ?? '')
      await page.getByRole('columnheader', { name: 'Exam opens' }).waitFor()
      const actions = await page.getByRole('columnheader', { name: 'Actions' }).count()
      if (actions > 0 !== has(role, 'admin')) wrong.push('exam: the column of actions')
      expect(wrong).toEqual([])
      expect(refused).toEqual([])
    })
})
