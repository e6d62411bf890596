// The fields of an install, of what it offers, and of its credentials.
import { expect } from 'vitest'
import { change, make } from '../../../support/catalog.ts'
import { bodyOf, createAndChange, type Note, prove, type Row } from '../../../support/fields.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { makeWorld, type World } from '../../../support/world.ts'

/** Deletes a record in use, which retires it. */
const retire = (world: World, note: Note, setter: string, place: string, sid: string, list?: string) =>
  note(setter, {
    read: async () => {
      if (list === undefined) return bodyOf(await world.admin('GET', world.path(`${place}/${sid}`)))
      const both = await Promise.all(
        ['false', 'true'].map(retired =>
          world.admin('GET', world.path(`${place}?limit=1000&retired=${retired}`)),
        ),
      )
      return both.flatMap(answer => answer.list('results')).find(record => record['sid'] === sid)
    },
    act: () => change(world, 'DELETE', `${place}/${sid}`),
    expected: { retiredDate: expect.any(String) },
  })

prove('Install', async note => {
  const world = await makeWorld()
  const { accountSid, applicationSid, admin } = world
  let at = ''
  const read = async () => (at ? bodyOf(await admin('GET', at)) : undefined)
  await note('createInstall', {
    ...{ read, expected: { name: 'North', accountSid, applicationSid } },
    act: async () => {
      at = `/v1/installs/${bodyOf(await admin('POST', '/v1/installs', { body: { name: 'North' } }))['sid']}`
    },
  })
  await note('updateInstall', {
    ...{ read, expected: { name: 'South' } },
    act: () => admin('PUT', at, { body: { name: 'South' } }),
  })
})

prove('InstallSettings', async note => {
  const world = await makeWorld()
  const policy = await make(world, '/cancellationPolicies', { name: 'A day', leadTimeMinutes: 60 })
  const settings = {
    ...{ maxTokenTtlSeconds: 600, defaultTimezone: 'Europe/Berlin', locale: 'de-AT' },
    ...{ requireManagerExamApproval: true, requireManagerProctorApproval: true, requireSystemCheck: true },
    ...{ noShowGraceMinutes: 3, overrunGraceMinutes: 4, cancellationPolicySid: policy.text('sid') },
    allowedEmbedOrigins: ['https://lms.example'],
    files: { maxBytes: 1000, contentTypes: ['image/png'] },
    notifications: { enabled: true, confirmations: false, reminders: false, reviews: false },
    ...{ readsPerMinute: 9000, writesPerMinute: 700 },
  }
  const at = world.path('/settings')
  await note('updateInstallSettings', {
    read: async () => bodyOf(await world.admin('GET', at)),
    act: async () => bodyOf(await world.admin('PUT', at, { body: settings })),
    expected: { ...settings, notifications: { ...settings.notifications, texts: null } },
  })
})

const policy = {
  version: '1',
  statements: [{ effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] }],
}

for (const name of ['Credential', 'CredentialCreated'] as const)
  prove(name, async note => {
    const world = await makeWorld()
    const { admin, path, installSid } = world
    const body = { name: 'LMS', role: 'proctor', policy, expiresAt: soon(60) }
    let created: Row | undefined
    const read = async () => {
      const listed = (await admin('GET', path('/credentials'))).list('results')
      const record = listed.find(({ sid }) => sid === created?.['sid'])
      return record && { ...created, ...record }
    }
    const isHolder = { createdBySid: expect.stringMatching(/^AK/) }
    await note('createCredential', {
      ...{
        read,
        expected: { ...body, ...isHolder, installSid, secret: expect.stringMatching(/^invigil_key_/) },
      },
      act: async () => {
        created = bodyOf(await admin('POST', path('/credentials'), { body }))
      },
    })
    await note('revokeCredential', {
      ...{ read, expected: { revokedAt: expect.any(String) } },
      act: () => admin('DELETE', path(`/credentials/${created?.['sid']}`)),
    })
  })

prove('Proctor', async note => {
  const { admin, installSid } = await makeWorld()
  let at = ''
  const read = async () => (at ? bodyOf(await admin('GET', at)) : undefined)
  const created = { name: 'Team', installSids: [installSid] }
  const replaced = { name: 'Crew', installSids: [] }
  await note('createProctor', {
    ...{ read, expected: created },
    act: async () => {
      at = `/v1/proctors/${bodyOf(await admin('POST', '/v1/proctors', { body: created }))['sid']}`
    },
  })
  await note('updateProctor', {
    ...{ read, expected: replaced },
    act: async () => bodyOf(await admin('PUT', at, { body: replaced })),
  })
})

/** A session whose exam has the members, with an appointment. */
async function appoint(world: SessionWorld, exam: Row, body: Row = {}): Promise<void> {
  const at = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  if (Object.keys(exam).length > 0) bodyOf(await world.admin('PUT', at, { body: exam }))
  await world.act('POST', '', { appointmentDate: soon(10), ...body })
}

prove('ProctorType', async note => {
  const world = await makeSession({ configuration: { duration: 60, proctorTypes: ['fine'] } })
  const { installSid } = world
  const type = { code: 'own', name: 'Own', live: true, review: 'required', roomScan: true, autoApprove: true }
  const changed = { code: 'fine', name: 'Fine', live: false, review: 'none', roomScan: false }
  const { sid } = await createAndChange(world, note, {
    place: '/proctorTypes',
    create: ['createProctorType', { ...type, capacity: 4 }, { installSid }],
    update: ['updateProctorType', { ...changed, autoApprove: false, capacity: 9 }],
  })
  await appoint(world, {}, { proctorType: 'fine' })
  await retire(world, note, 'deleteProctorType', '/proctorTypes', sid)
})

prove('ProctorGroup', async note => {
  const world = await makeSession()
  const { installSid } = world
  const { sid } = await createAndChange(world, note, {
    place: '/proctorGroups',
    create: [
      'createProctorGroup',
      { name: 'Day', members: [await world.user()], capacity: 4 },
      { installSid },
    ],
    update: ['updateProctorGroup', { name: 'Late', members: [await world.user()], capacity: 5 }],
  })
  await appoint(world, { proctorGroupSid: sid })
  await retire(world, note, 'deleteProctorGroup', '/proctorGroups', sid)
})

prove('ReviewProcess', async note => {
  const world = await makeSession()
  const { installSid } = world
  const { sid } = await createAndChange(world, note, {
    place: '/reviewProcesses',
    create: ['createReviewProcess', { name: 'One', hoursUntilDue: 5, secondReview: true }, { installSid }],
    update: ['updateReviewProcess', { name: 'Two', hoursUntilDue: 6, secondReview: false }],
  })
  await appoint(world, { reviewProcessSid: sid })
  await retire(world, note, 'deleteReviewProcess', '/reviewProcesses', sid)
})

const rules = { leadTimeMinutes: 60, maxReschedules: 2 }
const otherRules = { leadTimeMinutes: 90, maxReschedules: 3 }
const isVersion = { versionSid: expect.stringMatching(/^CV/) }

prove('CancellationPolicy', async note => {
  const world = await makeSession()
  const { installSid } = world
  const created = { installSid, version: 1, ...isVersion }
  const { sid } = await createAndChange(world, note, {
    place: '/cancellationPolicies',
    create: ['createCancellationPolicy', { name: 'An hour', ...rules }, created],
    update: ['updateCancellationPolicy', { name: 'Ninety', ...otherRules }, { version: 2, ...isVersion }],
  })
  await appoint(world, { cancellationPolicySid: sid })
  await retire(world, note, 'deleteCancellationPolicy', '/cancellationPolicies', sid)
})

prove('CancellationPolicyVersion', async note => {
  const world = await makeWorld()
  let at = ''
  const newest = async () => {
    const listed = at ? (await world.admin('GET', `${at}/versions`)).list('results') : []
    return listed.toSorted((one, other) => Number(other['version']) - Number(one['version']))[0]
  }
  await note('createCancellationPolicy', {
    ...{ read: newest, expected: { version: 1, ...rules } },
    act: async () => {
      const made = await make(world, '/cancellationPolicies', { name: 'An hour', ...rules })
      at = world.path(`/cancellationPolicies/${made.text('sid')}`)
    },
  })
  await note('updateCancellationPolicy', {
    ...{ read: newest, expected: { version: 2, ...otherRules } },
    act: async () => bodyOf(await world.admin('PUT', at, { body: otherRules })),
  })
})

prove('EventType', async note => {
  const world = await makeSession()
  const { installSid } = world
  let types = ''
  await note('createInstall', {
    expected: { code: 'review' },
    read: async () => {
      if (!types) return undefined
      return (await world.admin('GET', types)).list('results').find(({ code }) => code !== null)
    },
    act: async () => {
      const created = bodyOf(await world.admin('POST', '/v1/installs', { body: { name: 'North' } }))
      types = `/v1/installs/${created['sid']}/eventTypes`
    },
  })
  const { sid } = await createAndChange(world, note, {
    ...{ place: '/eventTypes', list: '' },
    create: ['createEventType', { name: 'Phone', opensIncident: true }, { installSid }],
    update: ['updateEventType', { name: 'Voice', opensIncident: false }],
  })
  await make(world, `/exams/${world.examSid}/sessions/${world.sessionSid}/events`, {
    ...{ eventTypeSid: sid, title: 'Voice' },
  })
  await retire(world, note, 'deleteEventType', '/eventTypes', sid, '')
})
