// Every operation that changes a configuration, an accommodation or an assignment keeps the locks, and revokes the
// approval if the caller is not an administrator.
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/proctoring/index.ts'
import { operationIdOf, type Route } from '../../src/shared/http/route.ts'
import { Answer, type Call } from '../support/client.ts'
import {
  configurationChanges,
  makeScene,
  rowsOfExam,
  type Scene,
  statusOf,
} from '../support/configuration-changes.ts'
import { caller } from '../support/configurations.ts'
import { bodies, type Everything, makeEverything } from '../support/everything.ts'
import { isExhaustive, rotating } from '../support/rounds.ts'
import { changingNoRow } from '../support/tables.ts'
import { issueToken, staffUser } from '../support/tokens.ts'
import { allow, makeWorld, type World } from '../support/world.ts'

const writes: readonly Route<never>[] = routes.filter(({ method }) => method !== 'get')
const idOf = (route: Route<never>) => operationIdOf(route)

let world: World
/** An instructor, a proctor, and an api token of an administrator for a user who is an instructor. */
let lower: Call[]
let instructor: Call
beforeAll(async () => {
  world = await makeWorld()
  await world.admin('PUT', world.path('/settings'), { body: { requireManagerExamApproval: true } })
  const policy = { version: '1', statements: allow(['sp:*'], [`installs/${world.installSid}/*`]) }
  const acting = await issueToken(world, { tokenType: 'api', policy, targetUserSid: await staffUser(world) })
  instructor = acting.call
  lower = [(await caller(world, 'instructor')).call, (await caller(world, 'proctor')).call, instructor]
})

const cases = Object.entries(configurationChanges)
  .flatMap(([id, { changes, ...rest }]) => changes.map(changed => ({ id, changed, ...rest })))
  .map((each, at) => ({ ...each, at }))

const manage = async ({ at, primarySid, accommodationSid }: Scene, operation: string, which = 'both') => {
  for (const sid of [primarySid, accommodationSid])
    if (which === 'both' || (which === 'primary') === (sid === primarySid))
      expect((await world.admin('POST', at(sid, operation))).status).toBe(200)
}

describe.each(cases)('$id of the $changed configuration', change => {
  const { at, changed, request, isPreview } = change
  const send = (scene: Scene, call: Call) =>
    request(scene, call, changed === 'primary' ? scene.primarySid : scene.accommodationSid, changed)
  const approvals = async ({ read, primarySid, accommodationSid, at }: Scene) => {
    const accommodation = await world.admin('GET', at(accommodationSid))
    const primary = (await read(primarySid))['approved']
    return { primary, ...(accommodation.status === 200 && { accommodation: accommodation.body['approved'] }) }
  }

  test('is refused while it is locked, but to an administrator, and writes nothing', async () => {
    const scene = await makeScene(world, change)
    const locks = changed === 'primary' ? ['primary'] : ['primary', 'accommodation']
    for (const which of locks) {
      await manage(scene, 'lock', which)
      for (const call of rotating(lower, at, 1))
        expect(statusOf(await changingNoRow(scene, () => send(scene, call)))).toBe(403)
      if (which !== locks.at(-1)) await manage(scene, 'unlock', which)
    }
    expect(statusOf(await send(scene, world.admin))).toBeLessThan(300)
  })

  test('revokes the approval, also that of the primary one, by an instructor only', async () => {
    const scene = await makeScene(world, change)
    const others = changed === 'primary' ? { accommodation: true } : {}
    await manage(scene, 'approve')
    expect(statusOf(await send(scene, instructor))).toBeLessThan(300)
    const revoked = await approvals(scene)
    if (isPreview) expect(revoked).toEqual({ primary: true, accommodation: true })
    else expect(revoked).toEqual({ ...revoked, primary: false, ...others })
    if (!isPreview && changed === 'accommodation') expect(revoked.accommodation).not.toBe(true)
    if (!(isExhaustive || at % 2 === 0)) return
    const own = await makeScene(world, change)
    await manage(own, 'approve')
    expect(statusOf(await send(own, world.admin))).toBeLessThan(300)
    expect(Object.values(await approvals(own))).not.toContain(false)
  })
})

describe('every other operation that writes', () => {
  /** What locks and approves is for administrators. An erasure removes the texts of an accommodation, and changes no rule. */
  const managed = [
    'approveExamConfiguration',
    'lockExamConfiguration',
    'unlockExamConfiguration',
    'eraseUser',
  ]
  let all: Everything
  let call: Call
  beforeAll(async () => {
    all = await makeEverything()
    const { world: own, sids } = all
    const at = `/courses/${sids['courseSid']}/exams/${sids['examSid']}/configurations`
    const primary = (await own.admin('GET', own.path(`${at}?type=primary`))).list('results')[0]
    expect((await own.admin('POST', own.path(`${at}/${primary?.['sid']}/lock`))).status).toBe(200)
    call = (await own.credential(allow(['sp:*'], ['*']), 'instructor')).call
  })

  const others = writes
    .filter(route => !(idOf(route) in configurationChanges || managed.includes(idOf(route))))
    // Deletions last, and those of parents after those of their children.
    .toSorted(
      (a, b) =>
        Number(a.method === 'delete') - Number(b.method === 'delete') || b.path.length - a.path.length,
    )

  test.each(others.map(route => [idOf(route), route] as const))(
    '%s by an instructor changes no row of a locked exam',
    async (id, route) => {
      const { world: own, sids } = all
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sids[name] ?? 'x')
      const exam = { stack: own.stack, examSid: own.examSid }
      const before = await rowsOfExam(exam)
      const body = route.body && !route.upload ? (bodies(all)[route.action ?? ''] ?? {}) : undefined
      const answer = await call(route.method, path, body && { body })
      expect(answer).toBeInstanceOf(Answer)
      expect(await rowsOfExam(exam), id).toEqual(before)
    },
  )

  test('is in the table of routes', () => {
    expect(writes.map(idOf)).toEqual(
      expect.arrayContaining([...Object.keys(configurationChanges), ...managed]),
    )
  })
})
