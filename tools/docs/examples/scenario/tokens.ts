import type { Recorder } from '../recorder.ts'
import { nobody } from './installs.ts'

/** A backend gets tokens for its embeds, asks about them and ends them. */
export async function tellTokens(recorder: Recorder): Promise<void> {
  const { tell, refuse, scene, nextSecond } = recorder
  const { userSid, danielSid } = scene
  const element = { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }
  await nextSecond()
  const issued = await tell('createStsToken', { body: { ...element, expiresIn: 900 } })
  await nextSecond()
  const policy = (action: string) => ({
    version: '1',
    statements: [{ effect: 'Allow', actions: [action], resources: [`installs/${scene['installSid']}/*`] }],
  })
  await tell('createStsToken', {
    body: { tokenType: 'api', policy: policy('sp:ReadSession'), expiresIn: 600 },
    name: 'apiToken',
    summary: 'For a backend, with its own policy',
  })
  await refuse('createStsToken', {
    as: scene['backendSecret'] ?? null,
    body: { tokenType: 'api', policy: policy('sp:EraseUser') },
    summary: 'More than the credential is allowed',
  })
  await tell('listStsTokens', { query: { targetUserSid: userSid ?? '', active: 'true' } })
  await tell('introspectStsToken', { body: { token: issued.text('stsToken') } })
  await tell('introspectStsToken', {
    body: { token: `invigil_sts_${'0'.repeat(49)}` },
    name: 'notActive',
    summary: 'A token that was never issued',
  })
  await tell('simulateStsPolicy', { body: { policy: policy('sp:ReadSession') } })
  await tellEmbed(recorder, issued.text('stsToken'), issued.text('elementToken'))

  scene['tokenSid'] = issued.text('sid')
  await nextSecond()
  const fresh = await tell('refreshStsToken', { body: { expiresIn: 900 } })
  await nextSecond()
  await refuse('refreshStsToken', { body: {}, summary: 'A token that was refreshed before' })
  scene['tokenSid'] = fresh.text('sid')
  await tell('readStsToken')
  await tell('revokeStsToken')
  await refuse('readStsToken', { params: { tokenSid: nobody('TA') } })
  await tell('createStsToken', { body: { ...element, targetUserSid: danielSid }, name: null })
  await tell('revokeStsTokens', { body: { targetUserSid: danielSid }, summary: 'All tokens of one user' })
  await refuse('revokeStsTokens', { body: {} })
  await tell('readStsAudit', { query: { targetUserSid: userSid ?? '' } })
}

async function tellEmbed(
  { tell, refuse, scene }: Recorder,
  stsToken: string,
  elementToken: string,
): Promise<void> {
  const headers = { origin: 'https://canvas.azvalley.example' }
  await tell('verifyEmbed', { as: stsToken, headers, body: { elementToken } })
  await refuse('verifyEmbed', {
    as: stsToken,
    headers: { origin: 'https://elsewhere.example' },
    body: { elementToken },
  })
  await tell('readEmbedOrigins', { as: null, params: { installSid: scene['installSid'] ?? '' } })
}
