import type { Recorder } from '../recorder.ts'

/** A university brings its LMS in, with credentials for its backends and an account of those who proctor. */
export async function tellInstalls({ tell, refuse, scene }: Recorder): Promise<void> {
  const made = await tell('createInstall', { body: { name: 'Arizona Valley University' } })
  scene['installSid'] = made.text('sid')
  await refuse('createInstall', { body: { name: '' } })
  await tell('listInstalls', { query: { name: 'Arizona', limit: '10' } })
  await tell('readInstall')
  await refuse('readInstall', { params: { installSid: nobody('AI') } })

  await tell('readInstallSettings')
  const settings = {
    maxTokenTtlSeconds: 1800,
    defaultTimezone: 'America/Phoenix',
    allowedEmbedOrigins: ['https://canvas.azvalley.example'],
  }
  await tell('updateInstallSettings', { body: settings })
  await refuse('updateInstallSettings', { body: { defaultTimezone: 'Phoenix' } })

  const policy = {
    version: '1',
    statements: [
      {
        sid: 'SessionsOfTheInstall',
        effect: 'Allow',
        actions: ['sp:ReadSession', 'sp:ListSessions', 'sp:CreateStsToken', 'sp:RefreshStsToken'],
        resources: [`installs/${scene['installSid']}/*`],
      },
    ],
  }
  const backend = await tell('createCredential', {
    body: { name: 'Exam portal backend', role: 'proctor', policy },
  })
  scene['backendSecret'] = backend.text('secret')
  await refuse('createCredential', {
    as: backend.text('secret'),
    body: { name: 'Everything', role: 'admin', policy },
  })
  const old = await tell('createCredential', {
    body: { name: 'Nightly export, 2025', role: 'instructor', policy },
    name: null,
  })
  await tell('listCredentials', { query: { sortKeys: 'createdDate', sortOrder: 'DESC' } })
  await tell('revokeCredential', { params: { credentialSid: old.text('sid') } })
  await refuse('revokeCredential', { params: { credentialSid: nobody('AK') } })

  const proctor = { name: 'Valley Testing Center', installSids: [scene['installSid']] }
  scene['proctorSid'] = (await tell('createProctor', { body: proctor })).text('sid')
  await tell('listProctors', { query: { name: 'testing' } })
  await tell('readProctor')
  await tell('updateProctor', { body: { ...proctor, name: 'Valley Testing Center, Tempe' } })

  const zones = await tell('listTimeZones', { query: { name: 'Phoenix' } })
  scene['timeZoneSid'] = String(zones.items()[0]?.['sid'])
}

/** A sid of nothing. */
export const nobody = (prefix: string): string => `${prefix}${'0'.repeat(32)}`
