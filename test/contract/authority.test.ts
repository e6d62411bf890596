// Every operation that passes on the authority of a caller never passes on more than the caller has.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '../../db/schema/credential.ts'
import { accountProofs, isCeiling, type Proofs } from '../support/account-proofs.ts'
import { authorityRoutes } from '../support/authority-routes.ts'
import { type Call, callerOf } from '../support/client.ts'
import { type ExamWorld, everything, makeExam } from '../support/configurations.ts'
import { problemOf } from '../support/problem.ts'
import { nameOf } from '../support/routes.ts'
import { run } from '../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../support/sessions.ts'
import { holderOf, type Issued, issueApiToken } from '../support/tokens.ts'
import { allow, sisterOf, type World } from '../support/world.ts'

let exam: ExamWorld
let sister: World
let session: SessionWorld
let configurationSid: string
beforeAll(async () => {
  exam = await makeExam(everything)
  sister = await sisterOf(exam)
  configurationSid = (await exam.accommodate(everything)).text('sid')
  session = await makeSession()
  await run(session, 'schedule')
})

type Giver = Awaited<ReturnType<World['credential']>>
const giver = (role: Role = 'admin', world: World = exam): Promise<Giver> =>
  world.credential(allow(['sp:*'], ['*']), role)
const narrow = (actions: string[]) => exam.credential(allow(actions, ['*']))
const policy = { version: '1', statements: allow(['sp:ListUsers'], ['*']) }

const expire = ({ sid }: Giver) =>
  exam.stack.db.execute(sql`update api_credential set expires_at = now() where sid = ${sid.slice(2)}::uuid`)

async function refreshed(call: Call): Promise<Issued> {
  const root = await issueApiToken(exam, allow(['sp:*'], [`installs/${exam.installSid}/*`]))
  const answer = await call('POST', exam.path(`/sts/tokens/${root.sid}/refresh`), { body: {} })
  expect(answer.status, answer.raw).toBe(200)
  return holderOf(exam.stack, answer)
}

async function jwtBy(call: Call): Promise<Call> {
  const body = { applicationId: exam.applicationSid, permissions: ['publish'] }
  const answer = await call('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  return callerOf(exam.stack, answer.text('token'))
}

const event = { body: { topic: 'orders', type: 'document.updated', payload: {} } }

/** Expects that the caller cannot act as an administrator. */
async function isNoAdmin(call: Call): Promise<void> {
  for (const operation of ['unlock', 'approve'])
    problemOf(await call('POST', exam.at(configurationSid, operation)), 403)
}

const ownPassword = 'A person signs in: what is given is for the password, and no caller gives it.'

/** The tests of each operation; a string is the reason why nothing is tested. Add new operations here. */
const proofs: Record<string, Proofs | string> = {
  'POST /v1/installs/{installSid}/credentials': {
    async role() {
      for (const [at, role] of roles.entries()) {
        const { call } = await giver(role)
        for (const [below, given] of roles.entries()) {
          const body = { name: 'Heir', role: given, policy }
          const answer = await call('POST', exam.path('/credentials'), { body })
          expect(answer.status, `${role} makes ${given}`).toBe(below < at ? 403 : 201)
        }
      }
    },
    async policy() {
      const { call } = await narrow(['sp:CreateCredential'])
      await isCeiling(
        call('POST', exam.path('/credentials'), { body: { name: 'Heir', role: 'learner', policy } }),
      )
    },
    async install() {
      const body = { name: 'Heir', role: 'learner', policy }
      problemOf(await (await giver()).call('POST', sister.path('/credentials'), { body }), 404)
    },
    async expiry() {
      const expiresAt = '2100-01-01T00:00:00.000Z'
      const body = { name: 'Heir', role: 'admin', policy: { ...policy, statements: allow(['sp:*'], ['*']) } }
      const parent = await exam.admin('POST', exam.path('/credentials'), { body: { ...body, expiresAt } })
      const heir = await callerOf(exam.stack, parent.text('secret'))('POST', exam.path('/credentials'), {
        body,
      })
      expect(heir.body).toMatchObject({ expiresAt })
    },
  },
  'POST /v1/installs/{installSid}/sts/tokens': {
    async role() {
      for (const role of roles.filter(each => each !== 'admin'))
        await isNoAdmin((await issueApiToken(exam, allow(['sp:*'], ['*']), (await giver(role)).call)).call)
    },
    async policy() {
      const { call } = await narrow(['sp:CreateStsToken'])
      await isCeiling(call('POST', exam.path('/sts/tokens'), { body: { tokenType: 'api', policy } }))
    },
    async install() {
      const body = { tokenType: 'api', policy }
      problemOf(await (await giver()).call('POST', sister.path('/sts/tokens'), { body }), 404)
      // A creator with all installs issues a token for one.
      const { call } = await issueApiToken(exam, allow(['sp:*'], ['*']), exam.admin)
      problemOf(await call('GET', sister.path('/users')), 404)
    },
    async expiry() {
      const by = await giver()
      const { call } = await issueApiToken(exam, allow(['sp:*'], ['*']), by.call)
      expect((await call('GET', exam.path('/users'))).status).toBe(200)
      await expire(by)
      problemOf(await call('GET', exam.path('/users')), 401)
    },
  },
  'POST /v1/installs/{installSid}/sts/tokens/{tokenSid}/refresh': {
    async role() {
      for (const role of roles.filter(each => each !== 'admin'))
        await isNoAdmin((await refreshed((await giver(role)).call)).call)
    },
    async policy() {
      const { sid } = await issueApiToken(exam, allow(['sp:ListUsers'], ['*']))
      const { call } = await narrow(['sp:RefreshStsToken'])
      await isCeiling(call('POST', exam.path(`/sts/tokens/${sid}/refresh`), { body: {} }))
    },
    async install() {
      const { sid } = await issueApiToken(sister, policy.statements)
      for (const at of [sister, exam])
        problemOf(
          await (await giver()).call('POST', at.path(`/sts/tokens/${sid}/refresh`), { body: {} }),
          404,
        )
    },
    async expiry() {
      const by = await giver()
      const { call } = await refreshed(by.call)
      await expire(by)
      problemOf(await call('GET', exam.path('/users')), 401)
    },
  },
  'GET /v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/onboard': {
    role: 'A link begins one system check: no role decides about that.',
    async policy() {
      const { call } = await session.credential(allow(['sp:ReadSession'], ['*']))
      problemOf(await call('GET', session.at('/onboard')), 403)
    },
    async install() {
      problemOf(await (await giver()).call('GET', session.at('/onboard')), 404)
    },
    async expiry() {
      const by = await giver('admin', session)
      const { pathname } = new URL((await by.call('GET', session.at('/onboard'))).text('url'))
      await expire(by)
      problemOf(await callerOf(exam.stack)('POST', pathname), 404)
    },
  },
  'POST /auth/token': {
    async role() {
      const call = await jwtBy((await giver()).call)
      problemOf(await call('GET', exam.path('/users')), 401)
    },
    async policy() {
      const call = await jwtBy((await narrow(['sp:IssueJwt'])).call)
      problemOf(await call('POST', '/api/events', event), 403)
    },
    async install() {
      const other = await makeSession()
      const body = { applicationId: other.applicationSid, permissions: ['publish'] }
      problemOf(await (await giver()).call('POST', '/auth/token', { body }), 400)
    },
    async expiry() {
      const by = await giver()
      const call = await jwtBy(by.call)
      expect((await call('POST', '/api/events', event)).status).toBe(202)
      await expire(by)
      problemOf(await call('POST', '/api/events', event), 401)
    },
  },
  ...accountProofs(() => exam),
  'POST /api/auth/setup': 'The setup token gives it, and there is no caller yet.',
  'POST /api/auth/login': ownPassword,
  'POST /api/auth/mfa/verify': ownPassword,
  'POST /api/auth/mfa/enroll': 'The second factor belongs to the caller.',
  'POST /api/auth/mfa/confirm': 'The recovery codes belong to the caller.',
}

test('each operation that passes authority on is tested here, and no other is listed', () => {
  expect(Object.keys(proofs).toSorted()).toEqual(authorityRoutes.map(nameOf).toSorted())
})

const cases = Object.entries(proofs).flatMap(([name, held]) =>
  typeof held === 'string' ? [] : [{ name, held }],
)

describe.each(cases)('$name', ({ held }) => {
  test.each(Object.entries(held))('passes on no more than the caller has: %s', async (_, proof) => {
    if (typeof proof === 'string') expect(proof).toMatch(/\.$/)
    else await proof()
  })
})
