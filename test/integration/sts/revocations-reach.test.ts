// The tokens of a credential of the account are those of several installs, but a policy can cover one of them.
import { expect, test } from 'vitest'
import { create, made } from '../../support/account-credentials.ts'
import { problemOf } from '../../support/problem.ts'
import { ofInstall, record, revokeMany } from '../../support/sts.ts'
import { issueToken } from '../../support/tokens.ts'
import { makeWorld, sisterOf } from '../../support/world.ts'

test('a credential whose policy covers one install cannot revoke the tokens of another credential of the account', async () => {
  const world = await makeWorld()
  const sister = await sisterOf(world)
  const token = await issueToken(world, { targetUserSid: await world.user() })
  const { credentialSid } = (await record(world, token)).body
  const policy = { version: '1', statements: ofInstall(sister) }
  const narrow = made(await create(world.admin, { policy }), world)

  const refused = await revokeMany(sister, { credentialSid }, narrow.call)
  problemOf(refused, 403)
  expect(refused.body).toMatchObject({
    code: 'action_not_allowed',
    resource: 'installs/*/sts/revocations',
  })
  expect((await record(world, token)).body).toMatchObject({ active: true })

  // Its own tokens end, and a caller of every install ends those of each credential.
  expect((await revokeMany(sister, { credentialSid: narrow.sid }, narrow.call)).status).toBe(204)
  expect((await revokeMany(sister, { credentialSid })).status).toBe(204)
  expect((await record(world, token)).body).toMatchObject({ reason: 'credential_revoked' })
})
