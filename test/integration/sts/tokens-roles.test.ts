// A token acts with the lowest role of its element, its creator and its holder. A refresh never raises a role.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '../../../db/schema/credential.ts'
import { type ExamWorld, everything, makeExam } from '../../support/configurations.ts'
import { problemOf } from '../../support/problem.ts'
import { audit, refresh } from '../../support/sts.ts'
import { changingNoRow } from '../../support/tables.ts'
import { issueApiToken, issueToken, staffUser } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

type Backend = Awaited<ReturnType<ExamWorld['credential']>>

let exam: ExamWorld
let sid: string
const backends = new Map<Role, Backend>()
beforeAll(async () => {
  exam = await makeExam({ ...everything, password: 'sesame' })
  sid = (await exam.accommodate({ ...everything, password: 'sesame' })).text('sid')
  for (const role of roles) backends.set(role, await exam.credential(everywhere(), role))
})

const everywhere = () => allow(['sp:*'], [`installs/${exam.installSid}/*`])

function backendOf(role: Role): Backend {
  const backend = backends.get(role)
  if (!backend) throw new Error(`No backend has the role ${role}.`)
  return backend
}

const ranks: Record<Role, number> = { learner: 0, proctor: 1, instructor: 2, admin: 3 }
const lowest = (...given: Role[]): Role =>
  given.reduce((low, role) => (ranks[role] < ranks[low] ? role : low), 'admin')

/** The permissions of each role on a configuration. */
async function roleOf(call: Backend['call']): Promise<Role> {
  if ((await call('POST', exam.at(sid, 'unlock'))).status === 200) return 'admin'
  if ((await call('PUT', exam.at(sid), { body: { password: 'sesame' } })).status === 200) return 'instructor'
  return (await call('GET', exam.at(exam.primarySid))).body['password'] === null ? 'learner' : 'proctor'
}

const pairs = roles.flatMap(creator => roles.map(refresher => [creator, refresher] as const))

describe.each(pairs)('an api token of %s that %s has refreshed', (creator, refresher) => {
  test('acts with the lower of the two roles', async () => {
    const root = await issueApiToken(exam, everywhere(), backendOf(creator).call)
    const { call } = await refresh(exam, root, backendOf(refresher).call)
    expect(await roleOf(call)).toBe(lowest(creator, refresher))
  })
})

test("in the hands of a lower role that lists and refreshes it cannot unlock or approve with an admin's role", async () => {
  const { call: admin } = backendOf('admin')
  for (const role of ['instructor', 'proctor', 'learner'] as const) {
    await issueApiToken(exam, everywhere(), admin)
    const { call: backend } = backendOf(role)
    const listed = await backend('GET', exam.path('/sts/tokens?active=true&sortOrder=DESC'))
    const [token] = listed.list('results')
    const { call } = await refresh(exam, { sid: String(token?.['sid']) }, backend)
    await changingNoRow(exam, async () => {
      for (const operation of ['unlock', 'lock', 'approve'])
        problemOf(await call('POST', exam.at(sid, operation)), 403)
    })
  }
})

test('refreshed again by its creator has its role again', async () => {
  const root = await issueApiToken(exam, everywhere(), backendOf('admin').call)
  const lower = await refresh(exam, root, backendOf('learner').call)
  expect(await roleOf(lower.call)).toBe('learner')
  expect(await roleOf((await refresh(exam, lower, backendOf('admin').call)).call)).toBe('admin')
})

describe.each(roles)('%s', role => {
  test.each([
    ['exam-session', 'learner'],
    ['assessment-viewer', 'learner'],
    ['proctoring-session', 'proctor'],
  ] as const)('issues %s with a role no higher than its own', async (elementType, elementRole) => {
    const targetUserSid = exam.userSid
    const { call } = await issueToken(
      exam,
      { elementType, targetUserSid, resource: exam.examSid },
      backendOf(role).call,
    )
    // No element writes configurations; whether the password is visible distinguishes a learner from a proctor.
    await freeFamilies()
    const answer = await exam.effective(call)
    expect(answer.status, answer.raw).toBe(200)
    const isLearner = lowest(role, elementRole) === 'learner'
    expect(answer.body['password'] === null).toBe(isLearner)
  })
})

async function freeFamilies() {
  const policy = JSON.stringify({ version: '1', statements: allow(['sp:*'], ['*']) })
  await exam.stack.db.execute(
    sql`update sts_family set policy = ${policy}::jsonb where install_sid = ${exam.installSid.slice(2)}::uuid`,
  )
}

describe.each(roles)('an api token for a user of the role %s', role => {
  test('acts with that role, if its creator has a higher one', async () => {
    const policy = { version: '1', statements: everywhere() }
    const targetUserSid = await staffUser(exam, role)
    for (const creator of ['admin', 'proctor'] as const) {
      const token = await issueToken(
        exam,
        { tokenType: 'api', policy, targetUserSid },
        backendOf(creator).call,
      )
      expect(await roleOf(token.call)).toBe(lowest(role, creator))
    }
  })
})

describe('the actor', () => {
  const approvedBy = async (call: Backend['call']) => {
    const answer = await call('POST', exam.at(sid, 'approve'))
    expect(answer.status, answer.raw).toBe(200)
    return answer.body['approvedBy']
  }

  test('of an api token is its creator until another credential refreshes it, then that one', async () => {
    const creator = backendOf('admin')
    const refresher = await exam.credential(everywhere(), 'admin')
    const root = await issueApiToken(exam, everywhere(), creator.call)
    expect(await approvedBy(root.call)).toBe(creator.sid)
    const own = await refresh(exam, root, creator.call)
    expect(await approvedBy(own.call)).toBe(creator.sid)
    const taken = await refresh(exam, own, refresher.call)
    expect(await approvedBy(taken.call)).toBe(refresher.sid)
    const [row] = await audit(exam, { event: 'refreshed', rootSid: root.sid, sortOrder: 'DESC' })
    expect(row).toMatchObject({ credentialSid: creator.sid, actorSid: refresher.sid })
  })

  test('of an api token with a user is that user, or the other credential that refreshed it', async () => {
    const creator = backendOf('admin')
    const refresher = await exam.credential(everywhere(), 'admin')
    const policy = { version: '1', statements: everywhere() }
    const userSid = await staffUser(exam, 'admin')
    const members = { tokenType: 'api', policy, targetUserSid: userSid }
    const root = await issueToken(exam, members, creator.call)
    expect(await approvedBy(root.call)).toBe(userSid)
    expect(await approvedBy((await refresh(exam, root, creator.call)).call)).toBe(userSid)
    const other = await issueToken(exam, members, creator.call)
    expect(await approvedBy((await refresh(exam, other, refresher.call)).call)).toBe(refresher.sid)
  })
})

test('a request with a refreshed token still has one round trip', async () => {
  const root = await issueApiToken(exam, everywhere(), backendOf('admin').call)
  const { call } = await refresh(exam, root, backendOf('proctor').call)
  expect(await call('GET', exam.path('/users'))).toMatchObject({ status: 200, roundTrips: 1 })
})
