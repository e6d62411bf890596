import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Members, Recorder } from '../recorder.ts'
import { unknownSid } from './installs.ts'

const grace = { name: 'Grace Lindqvist', email: 'grace.lindqvist@azvalley.example' }
const password = 'a lantern over quiet water'
const newPassword = 'nine herons by the old canal'

/** Creates the first operator, a second factor, an invited operator, and JWTs. */
export async function recordOperators(recorder: Recorder): Promise<void> {
  const { record, recordRefusal } = recorder
  await record('readHealth', { as: null })
  await record('readReadiness', { as: null })
  await record('readSetupStatus', { as: null })
  const made = await record('createFirstAdmin', { as: null, body: { ...grace, password } })
  await recordRefusal('createFirstAdmin', { as: null, body: { ...grace, password } })
  const owner = made.text('sessionToken')
  await recordSecondFactor(recorder, owner)
  await recordAccount(recorder, owner)
  await recordInstallsOf(recorder, owner)
  await recordColleague(recorder, owner)
  await record('listSignInEvents', { as: owner, query: { limit: '5' } })
  await recordCredentials(recorder, owner)
  await recordPasswords(recorder, owner)
  await recordJwt(recorder)
}

/** The code of the authenticator app, `steps` steps of 30 seconds after the current one. */
async function codeOf(secret: string, steps: number): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 2000) await sleep(left + 10)
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

async function recordSecondFactor({ record, recordRefusal }: Recorder, owner: string): Promise<void> {
  const { email } = grace
  await record('createAuthSession', { as: null, body: { email, password } })
  await recordRefusal('createAuthSession', { as: null, body: { email, password: 'a lantern' } })
  await record('readCurrentUser', { as: owner })
  const secret = (await record('enrollMfa', { as: owner })).text('secret')
  await recordRefusal('confirmMfa', { as: owner, body: { code: 'none' } })
  await record('confirmMfa', { as: owner, body: { code: await codeOf(secret, -1) } })
  const challenge = await record('createAuthSession', {
    as: null,
    body: { email, password },
    name: 'secondFactorRequired',
    summary: 'With a second factor',
  })
  const mfaToken = challenge.text('mfaToken')
  await recordRefusal('verifyMfa', { as: null, body: { mfaToken, code: '000000' } })
  await record('verifyMfa', { as: null, body: { mfaToken, code: await codeOf(secret, 0) } })
  const sessions = await record('listAuthSessions', { as: owner })
  const other = sessions.items().find(session => session['current'] !== true) as Members
  await record('deleteAuthSession', {
    as: owner,
    params: { sessionSid: String(other['id'] ?? other['sid']) },
  })
  await recordRefusal('deleteMfa', { as: owner, body: { code: '000000' } })
  await record('deleteMfa', { as: owner, body: { password } })
}

async function recordColleague({ record, recordRefusal, variables }: Recorder, owner: string): Promise<void> {
  const colleague = { email: 'omar.haddad@azvalley.example', name: 'Omar Haddad', role: 'developer' }
  variables['operatorSid'] = (await record('inviteOperator', { as: owner, body: colleague })).text('id')
  await record('reinviteOperator', { as: owner })
  // The third invitation to the address in a day, so the last one.
  await recordRefusal('inviteOperator', { as: owner, body: colleague })
  await record('listOperators', { as: owner, query: { role: 'developer' } })
  await record('updateOperator', { as: owner, body: { role: 'admin' } })
  await record('disableOperator', { as: owner })
  await record('enableOperator', { as: owner })
  await record('deleteOperator', { as: owner })
  await recordRefusal('deleteOperator', { as: owner })
  await recordRefusal('updateOperator', {
    as: owner,
    params: { operatorSid: unknownSid('OP') },
    body: { role: 'viewer' },
  })
}

async function recordAccount({ record, recordRefusal }: Recorder, owner: string): Promise<void> {
  await record('readAccount', { as: owner })
  await record('updateAccount', { as: owner, body: { name: 'AZ Valley' } })
  await recordRefusal('updateAccount', { as: owner, body: { name: 'https://azvalley.example' } })
}

/** An operator calls areas A and B with the session. */
async function recordInstallsOf({ record, recordRefusal }: Recorder, owner: string): Promise<void> {
  const byOperator = { as: owner, name: 'operator', summary: 'By an operator' }
  await record('listAccountInstalls', { as: owner, query: { name: 'Arizona' } })
  await record('readInstall', byOperator)
  await record('updateInstall', { ...byOperator, body: { name: 'Arizona Valley University' } })
  await record('listStsTokens', { ...byOperator, query: { limit: '1' } })
  const body = { tokenType: 'api', policy: { version: '1', statements: [] } }
  await recordRefusal('createStsToken', { as: owner, body })
}

async function recordCredentials({ record, recordRefusal }: Recorder, owner: string): Promise<void> {
  const policy = {
    version: '1',
    statements: [{ effect: 'Allow', actions: ['sp:ListInstalls', 'sp:ReadInstall'], resources: ['*'] }],
  }
  const body = { name: 'Inventory', role: 'learner', policy }
  const made = await record('createAccountCredential', { as: owner, body })
  await recordRefusal('createAccountCredential', {
    as: owner,
    body: { ...body, installSid: unknownSid('AI') },
  })
  const rotated = await record('rotateAccountCredential', {
    as: owner,
    params: { credentialSid: made.text('sid') },
    body: { overlapSeconds: 3600 },
  })
  await record('listAccountCredentials', {
    as: owner,
    query: { active: 'true', sortOrder: 'DESC', limit: '2' },
  })
  const params = { credentialSid: rotated.text('sid') }
  await record('revokeAccountCredential', { as: owner, params })
  await recordRefusal('revokeAccountCredential', { as: owner, params: { credentialSid: unknownSid('AK') } })
  await recordRefusal('rotateAccountCredential', { as: owner, params })
  await record('listAuditEvents', {
    as: owner,
    query: { kind: 'credential', recordSid: params.credentialSid },
  })
  await recordRefusal('listAuditEvents', { as: owner, query: { kind: 'nothing' } })
}

async function recordPasswords({ record, recordRefusal, mailedTo }: Recorder, owner: string): Promise<void> {
  const { email } = grace
  await record('changePassword', { as: owner, body: { currentPassword: password, password: newPassword } })
  await recordRefusal('changePassword', {
    as: owner,
    body: { currentPassword: password, password: 'password1' },
  })
  await record('requestPasswordReset', { as: null, body: { email } })
  const token = /#token=([\w-]+)/.exec(await mailedTo(email, '#token='))?.[1] ?? ''
  await record('resetPassword', { as: null, body: { token, password } })
  await recordRefusal('resetPassword', {
    as: null,
    body: { token, password },
    summary: 'A used link',
  })
  const again = await record('createAuthSession', { as: null, body: { email, password }, name: null })
  const session = again.text('sessionToken')
  await record('endAuthSession', { as: session })
  await recordRefusal('endAuthSession', { as: session })
}

async function recordJwt({ record, recordRefusal, variables, nextSecond }: Recorder): Promise<void> {
  const { applicationSid: applicationId } = variables
  await nextSecond()
  const issued = await record('issueJwt', { body: { applicationId, permissions: ['subscribe'] } })
  await nextSecond()
  await recordRefusal('issueJwt', { body: { applicationId, permissions: ['administrate'] } })
  await record('verifyJwt', { as: null, body: { token: issued.text('token') } })
  await recordRefusal('verifyJwt', { as: null, body: { token: 'eyJhbGciOiJub25lIn0.e30.' } })
}
