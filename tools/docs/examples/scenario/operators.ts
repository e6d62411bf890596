import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Members, Recorder } from '../recorder.ts'
import { nobody } from './installs.ts'

const grace = { name: 'Grace Lindqvist', email: 'grace.lindqvist@azvalley.example' }
const password = 'a lantern over quiet water'
const newPassword = 'nine herons by the old canal'

/** The first operator, a second factor, a colleague who is invited, and JWTs. */
export async function tellOperators(recorder: Recorder): Promise<void> {
  const { tell, refuse } = recorder
  await tell('readHealth', { as: null })
  await tell('readReadiness', { as: null })
  await tell('readSetupStatus', { as: null })
  const made = await tell('createFirstAdmin', { as: null, body: { ...grace, password } })
  await refuse('createFirstAdmin', { as: null, body: { ...grace, password } })
  const owner = made.text('sessionToken')
  await tellSecondFactor(recorder, owner)
  await tellAccount(recorder, owner)
  await tellColleague(recorder, owner)
  await tell('listSignInEvents', { as: owner, query: { limit: '5' } })
  await tellCredentials(recorder, owner)
  await tellPasswords(recorder, owner)
  await tellJwt(recorder)
}

/** What the authenticator app shows, or showed some steps of 30 seconds ago. */
async function codeOf(secret: string, steps: number): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 2000) await sleep(left + 10)
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

async function tellSecondFactor({ tell, refuse }: Recorder, owner: string): Promise<void> {
  const { email } = grace
  await tell('login', { as: null, body: { email, password } })
  await refuse('login', { as: null, body: { email, password: 'a lantern' } })
  await tell('readCurrentUser', { as: owner })
  const secret = (await tell('enrollMfa', { as: owner })).text('secret')
  await refuse('confirmMfa', { as: owner, body: { code: 'none' } })
  await tell('confirmMfa', { as: owner, body: { code: await codeOf(secret, -1) } })
  const asked = await tell('login', {
    as: null,
    body: { email, password },
    name: 'secondFactorAsked',
    summary: 'With a second factor',
  })
  const mfaToken = asked.text('mfaToken')
  await refuse('verifyMfa', { as: null, body: { mfaToken, code: '000000' } })
  await tell('verifyMfa', { as: null, body: { mfaToken, code: await codeOf(secret, 0) } })
  const sessions = await tell('listAuthSessions', { as: owner })
  const other = sessions.items().find(session => session['current'] !== true) as Members
  await tell('deleteAuthSession', {
    as: owner,
    params: { sessionSid: String(other['id'] ?? other['sid']) },
  })
  await refuse('deleteMfa', { as: owner, body: { code: '000000' } })
  await tell('deleteMfa', { as: owner, body: { password } })
}

async function tellColleague({ tell, refuse, scene }: Recorder, owner: string): Promise<void> {
  const colleague = { email: 'omar.haddad@azvalley.example', name: 'Omar Haddad', role: 'developer' }
  scene['operatorSid'] = (await tell('inviteOperator', { as: owner, body: colleague })).text('id')
  await refuse('inviteOperator', { as: owner, body: colleague })
  await tell('reinviteOperator', { as: owner })
  await tell('listOperators', { as: owner, query: { role: 'developer' } })
  await tell('updateOperator', { as: owner, body: { role: 'admin' } })
  await tell('disableOperator', { as: owner })
  await tell('enableOperator', { as: owner })
  await tell('deleteOperator', { as: owner })
  await refuse('deleteOperator', { as: owner })
  await refuse('updateOperator', {
    as: owner,
    params: { operatorSid: nobody('OP') },
    body: { role: 'viewer' },
  })
}

async function tellAccount({ tell, refuse }: Recorder, owner: string): Promise<void> {
  await tell('readAccount', { as: owner })
  await tell('updateAccount', { as: owner, body: { name: 'AZ Valley' } })
  await refuse('updateAccount', { as: owner, body: { name: 'https://azvalley.example' } })
}

async function tellCredentials({ tell, refuse }: Recorder, owner: string): Promise<void> {
  const policy = {
    version: '1',
    statements: [{ effect: 'Allow', actions: ['sp:ListInstalls', 'sp:ReadInstall'], resources: ['*'] }],
  }
  const body = { name: 'Inventory', role: 'learner', policy }
  const made = await tell('createAccountCredential', { as: owner, body })
  await refuse('createAccountCredential', { as: owner, body: { ...body, installSid: nobody('AI') } })
  const rotated = await tell('rotateAccountCredential', {
    as: owner,
    params: { credentialSid: made.text('sid') },
    body: { overlapSeconds: 3600 },
  })
  await tell('listAccountCredentials', {
    as: owner,
    query: { active: 'true', sortOrder: 'DESC', limit: '2' },
  })
  const params = { credentialSid: rotated.text('sid') }
  await tell('revokeAccountCredential', { as: owner, params })
  await refuse('revokeAccountCredential', { as: owner, params: { credentialSid: nobody('AK') } })
  await refuse('rotateAccountCredential', { as: owner, params })
  await tell('listAuditEvents', { as: owner, query: { kind: 'credential', recordSid: params.credentialSid } })
  await refuse('listAuditEvents', { as: owner, query: { kind: 'nothing' } })
}

async function tellPasswords({ tell, refuse, mailedTo }: Recorder, owner: string): Promise<void> {
  const { email } = grace
  await tell('changePassword', { as: owner, body: { currentPassword: password, password: newPassword } })
  await refuse('changePassword', { as: owner, body: { currentPassword: password, password: 'password1' } })
  await tell('forgotPassword', { as: null, body: { email } })
  const token = /#token=([\w-]+)/.exec(await mailedTo(email, '#token='))?.[1] ?? ''
  await tell('resetPassword', { as: null, body: { token, password } })
  await refuse('resetPassword', { as: null, body: { token, password }, summary: 'A used link' })
  const again = await tell('login', { as: null, body: { email, password }, name: null })
  const session = again.text('sessionToken')
  await tell('logout', { as: session })
  await refuse('logout', { as: session })
}

async function tellJwt({ tell, refuse, scene, nextSecond }: Recorder): Promise<void> {
  const { applicationSid: applicationId } = scene
  await nextSecond()
  const issued = await tell('issueJwt', { body: { applicationId, permissions: ['subscribe'] } })
  await nextSecond()
  await refuse('issueJwt', { body: { applicationId, permissions: ['administrate'] } })
  await tell('verifyJwt', { as: null, body: { token: issued.text('token') } })
  await refuse('verifyJwt', { as: null, body: { token: 'eyJhbGciOiJub25lIn0.e30.' } })
}
