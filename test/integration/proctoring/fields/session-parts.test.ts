// The fields of events, annotations and files of sessions.
import { expect } from 'vitest'
import { make } from '../../../support/catalog.ts'
import { bodyOf, createAndChange, prove, type Row } from '../../../support/fields.ts'
import { createFile, png, put } from '../../../support/files.ts'
import { makeSession, soon } from '../../../support/sessions.ts'

const isDate = expect.stringMatching(/^2\d{3}-.+Z$/)
prove('SessionEvent', async note => {
  const world = await makeSession()
  const { sessionSid, examSid } = world
  const eventTypeSid = (await make(world, '/eventTypes', { name: 'Phone' })).text('sid')
  const details = (text: string) => ({
    ...{ title: text, subject: text, details: text, potentialDamage: text, directWitness: text },
    ...{ correctiveActionDetails: text, contactPerson: text, contactPhone: text },
    contactEmail: `${text.toLowerCase()}@school.example`,
  })
  await createAndChange(world, note, {
    place: `/exams/${examSid}/sessions/${sessionSid}/events`,
    create: [
      'createSessionEvent',
      { ...details('Phone'), eventTypeSid, eventTime: soon(-5) },
      { sessionSid, status: 'Open' },
    ],
    update: ['updateSessionEvent', { ...details('Voice'), eventTime: soon(-4), status: 'Dismissed' }],
  })
})

prove('Annotation', async note => {
  const world = await makeSession()
  const { sessionSid, examSid } = world
  const offsets = (from: number) => ({ startOffsetMs: from, endOffsetMs: from + 1000, severity: from / 100 })
  await createAndChange(world, note, {
    ...{ place: `/exams/${examSid}/sessions/${sessionSid}/annotations`, list: '' },
    create: [
      'createAnnotation',
      { type: 'gaze', ...offsets(10), source: 'system', text: 'A', muted: true },
      { sessionSid },
    ],
    update: [
      'updateAnnotation',
      { type: 'voice', ...offsets(20), source: 'proctor', text: 'B', muted: false },
    ],
  })
})

for (const name of ['FileUpload', 'File'] as const)
  prove(name, async note => {
    const world = await makeSession()
    const { sessionSid, installSid, admin, path } = world
    const at = path(`/courses/${world.courseSid}/exams/${world.examSid}`)
    const examConfigurationSid = String((await admin('GET', at)).body['examConfigurationSid'])
    for (const parent of [{ examConfigurationSid }, { sessionSid }]) {
      let upload: Row | undefined
      const read = async () =>
        upload && { ...upload, ...bodyOf(await admin('GET', path(`/files/${upload['sid']}`))) }
      const isPhoto = 'sessionSid' in parent
      const kind = isPhoto
        ? { purpose: 'photo', name: 'card.png', contentType: 'image/png', size: png.length }
        : {}
      await note('createFile', {
        read,
        expected: { ...parent, ...kind, installSid, uploadUrl: expect.any(String), expiresAt: isDate },
        act: async () => {
          upload = (await createFile(world, parent)).answer.body
        },
      })
      if (!isPhoto) continue
      await note('uploadFile', {
        ...{ read, expected: { uploadedDate: isDate } },
        act: async () => bodyOf(await put(String(upload?.['uploadUrl']), png)),
      })
      await note('completeFile', {
        ...{
          read,
          expected: { completedDate: isDate, downloadUrl: expect.any(String), downloadExpiresAt: isDate },
        },
        act: async () => bodyOf(await admin('POST', path(`/files/${upload?.['sid']}/complete`))),
      })
    }
  })
