import type { Recorder } from '../recorder.ts'
import { unknownSid } from './installs.ts'

/** Issues, introspects and revokes the tokens of embeds. */
export async function recordTokens(recorder: Recorder): Promise<void> {
  const { record, recordRefusal, variables, nextSecond } = recorder
  const { userSid, danielSid } = variables
  const element = { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }
  await nextSecond()
  const issued = await record('createStsToken', { body: { ...element, expiresIn: 900 } })
  await nextSecond()
  const policy = (action: string) => ({
    version: '1',
    statements: [
      { effect: 'Allow', actions: [action], resources: [`installs/${variables['installSid']}/*`] },
    ],
  })
  await record('createStsToken', {
    body: { tokenType: 'api', policy: policy('sp:ReadSession'), expiresIn: 600 },
    name: 'apiToken',
    summary: 'For a backend, with its own policy',
  })
  await recordRefusal('createStsToken', {
    as: variables['backendSecret'] ?? null,
    body: { tokenType: 'api', policy: policy('sp:EraseUser') },
    summary: 'More than the credential is allowed',
  })
  await record('listStsTokens', { query: { targetUserSid: userSid ?? '', active: 'true' } })
  await record('introspectStsToken', { body: { token: issued.text('stsToken') } })
  await record('introspectStsToken', {
    body: { token: `invigil_sts_${'0'.repeat(49)}` },
    name: 'notActive',
    summary: 'A token that was never issued',
  })
  await record('simulateStsPolicy', { body: { policy: policy('sp:ReadSession') } })
  await recordEmbed(recorder, issued.text('stsToken'), issued.text('elementToken'))

  variables['tokenSid'] = issued.text('sid')
  await nextSecond()
  const refreshed = await record('refreshStsToken', { body: { expiresIn: 900 } })
  await nextSecond()
  await recordRefusal('refreshStsToken', { body: {}, summary: 'A token that was refreshed before' })
  variables['tokenSid'] = refreshed.text('sid')
  await record('readStsToken')
  await record('revokeStsToken')
  await recordRefusal('readStsToken', { params: { tokenSid: unknownSid('TA') } })
  await record('createStsToken', { body: { ...element, targetUserSid: danielSid }, name: null })
  await record('revokeStsTokens', { body: { targetUserSid: danielSid }, summary: 'All tokens of one user' })
  await recordRefusal('revokeStsTokens', { body: {} })
  await record('readStsAudit', { query: { targetUserSid: userSid ?? '' } })
}

async function recordEmbed(
  { record, recordRefusal, variables }: Recorder,
  stsToken: string,
  elementToken: string,
): Promise<void> {
  const headers = { origin: 'https://canvas.azvalley.example' }
  await record('verifyEmbed', { as: stsToken, headers, body: { elementToken } })
  await recordRefusal('verifyEmbed', {
    as: stsToken,
    headers: { origin: 'https://elsewhere.example' },
    body: { elementToken },
  })
  await record('readEmbedOrigins', { as: null, params: { installSid: variables['installSid'] ?? '' } })
}
