import type { Recorder } from '../recorder.ts'

/**
 * Creates an install for the LMS of a university, credentials for its backends, and an account of a proctoring company.
 */
export async function recordInstalls({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const made = await record('createInstall', { body: { name: 'Arizona Valley University' } })
  variables['installSid'] = made.text('sid')
  await recordRefusal('createInstall', { body: { name: '' } })
  await record('listInstalls', { query: { name: 'Arizona', limit: '10' } })
  await record('readInstall')
  await record('updateInstall', { body: { name: 'Arizona Valley University, Main Campus' } })
  await recordRefusal('updateInstall', { body: { name: '' } })
  await recordRefusal('readInstall', { params: { installSid: unknownSid('AI') } })

  await record('listDuplicateIds')

  await record('readInstallSettings')
  const settings = {
    locale: 'en-US',
    notifications: { enabled: true, reminders: true },
    maxTokenTtlSeconds: 1800,
    defaultTimezone: 'America/Phoenix',
    allowedEmbedOrigins: ['https://canvas.azvalley.example'],
  }
  await record('updateInstallSettings', { body: settings })
  // The times of mails differ between recordings.
  await record('updateInstallSettings', { body: { notifications: { enabled: false } }, name: null })
  await recordRefusal('updateInstallSettings', { body: { defaultTimezone: 'Phoenix' } })

  const rules = { name: 'One day ahead', leadTimeMinutes: 1440, maxReschedules: 2 }
  variables['cancellationPolicySid'] = (await record('createCancellationPolicy', { body: rules })).text('sid')
  await recordRefusal('createCancellationPolicy', { body: { ...rules, leadTimeMinutes: -1 } })
  await record('listCancellationPolicies')
  await record('readCancellationPolicy')
  await record('updateCancellationPolicy', { body: { leadTimeMinutes: 720 } })
  await record('listCancellationPolicyVersions')
  const spare = await record('createCancellationPolicy', { body: { ...rules, name: 'Spare' }, name: null })
  await record('deleteCancellationPolicy', { params: { cancellationPolicySid: spare.text('sid') } })

  const policy = {
    version: '1',
    statements: [
      {
        sid: 'SessionsOfTheInstall',
        effect: 'Allow',
        actions: ['sp:ReadSession', 'sp:ListSessions', 'sp:CreateStsToken', 'sp:RefreshStsToken'],
        resources: [`installs/${variables['installSid']}/*`],
      },
    ],
  }
  const backend = await record('createCredential', {
    body: { name: 'Exam portal backend', role: 'proctor', policy },
  })
  variables['backendSecret'] = backend.text('secret')
  await recordRefusal('createCredential', {
    as: backend.text('secret'),
    body: { name: 'Everything', role: 'admin', policy },
  })
  const old = await record('createCredential', {
    body: { name: 'Nightly export, 2025', role: 'instructor', policy },
    name: null,
  })
  await record('listCredentials', { query: { sortKeys: 'createdDate', sortOrder: 'DESC' } })
  await record('revokeCredential', { params: { credentialSid: old.text('sid') } })
  await recordRefusal('revokeCredential', { params: { credentialSid: unknownSid('AK') } })

  const proctor = { name: 'Valley Testing Center', installSids: [variables['installSid']] }
  variables['proctorSid'] = (await record('createProctor', { body: proctor })).text('sid')
  await record('listProctors', { query: { name: 'testing' } })
  await record('readProctor')
  await record('updateProctor', { body: { ...proctor, name: 'Valley Testing Center, Tempe' } })
  const pilot = await record('createProctor', { body: { name: 'Pilot team' }, name: null })
  await record('deleteProctor', { params: { proctorSid: pilot.text('sid') } })

  const zones = await record('listTimeZones', { query: { name: 'Phoenix' } })
  variables['timeZoneSid'] = String(zones.items()[0]?.['sid'])
}

/** A sid that does not exist. */
export const unknownSid = (prefix: string): string => `${prefix}${'0'.repeat(32)}`
