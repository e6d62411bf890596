import { beforeAll, describe, expect, test } from 'vitest'
import { bodies, type Everything, makeEverything } from '../support/everything.ts'
import { guardedRoutes, nameOf } from '../support/routes.ts'
import { changingNoRow } from '../support/tables.ts'

// Records of another tenant do not exist: each operation, with each of its sids replaced in turn.

let ours: Everything
let theirs: Everything
beforeAll(async () => {
  ours = await makeEverything()
  theirs = await makeEverything()
})

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const cases = guardedRoutes
  .filter(({ path }) => path.includes('{installSid}'))
  .flatMap(route =>
    namesIn(route.path).map(name => ({ title: `${nameOf(route)} with a foreign ${name}`, route, name })),
  )

describe('a sid of another install returns 404 with a detail that names it, and nothing is written', () => {
  test.each(cases)('$title', async ({ route, name }) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, each: string) => {
      const sid = (each === name ? theirs : ours).sids[each]
      if (sid === undefined) throw new Error(`Make a ${each} in test/support/everything.ts.`)
      return sid
    })
    const body = route.body && !route.upload ? (bodies(ours)[route.action ?? ''] ?? {}) : undefined
    const answer = await changingNoRow(ours.world, () =>
      ours.world.admin(route.method, path, body && { body }),
    )
    expect(answer.status, answer.raw).toBe(404)
    expect(answer.body['detail']).toContain(theirs.sids[name])
  })
})

const reads = guardedRoutes
  .filter(({ method, path }) => method === 'get' && path.includes('{installSid}'))
  .map(route => ({ title: nameOf(route), route }))

test.each(reads)('with sids of its own install, $title does not return 404', async ({ route }) => {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ours.sids[name] ?? '')
  expect((await ours.world.admin('GET', path)).status).not.toBe(404)
})
