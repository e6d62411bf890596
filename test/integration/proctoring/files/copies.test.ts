// The files of a copied configuration (A7 with referenceExamConfigurationSid) are its own.
import { expect, test } from 'vitest'
import { attach, createFile, gone, isStored, pdf } from '../../../support/files.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'

type Copied = SessionWorld & { at: (sid?: string) => string; accommodationSid: string }

/** A session whose learner has an accommodation. */
async function makeCopied(): Promise<Copied> {
  const world = await makeSession()
  const configurations = world.path(`/courses/${world.courseSid}/exams/${world.examSid}/configurations`)
  const at = (sid?: string) => [configurations, ...(sid ? [sid] : [])].join('/')
  const created = await world.admin('POST', at(), { body: { enrollmentSid: world.enrollmentSid } })
  return { ...world, at, accommodationSid: created.text('sid') }
}

const copyOf = async ({ admin, at }: Copied, referenceExamConfigurationSid: string) => {
  const copy = await admin('POST', at(), { body: { referenceExamConfigurationSid } })
  expect(copy.status, copy.raw).toBe(201)
  expect(copy.roundTrips).toBe(2)
  return copy
}

/** The sids of the files that the attachments of a record name. */
const attachedSids = (record: Record<string, unknown>) =>
  [record['attachments']].flat().map(each => sidOf('FI', String(Object(each)['attachmentUrl']).slice(-34)))

const examFileSids = (record: Record<string, unknown>) =>
  [record['examFiles']].flat().map(each => sidOf('FI', String(Object(each)['sid'])))

async function download(world: Copied, sid: string) {
  const file = await world.admin('GET', world.path(`/files/${sid}`))
  expect(file.status, file.raw).toBe(200)
  const response = await fetch(file.text('downloadUrl'))
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

/** An accommodation with two exam files, an attachment, a link and a title, and a copy of it. */
async function makeCopy() {
  const world = await makeCopied()
  const { admin, at, accommodationSid } = world
  const parent = { examConfigurationSid: accommodationSid }
  const attachment = await attach(world, { ...parent, purpose: 'attachment', name: 'formulas.pdf' })
  const first = await attach(world, { ...parent, name: 'first.pdf' })
  const second = await attach(world, { ...parent, name: 'second.pdf' })
  const others = [
    { attachmentUrl: 'https://files.example/a.pdf', attachmentAwsTitle: null },
    { attachmentUrl: null, attachmentAwsTitle: 'Rules' },
  ]
  const { body } = await admin('GET', at(accommodationSid))
  const attachments = [others[0], ...[body['attachments']].flat(), others[1]]
  const replaced = await admin('PUT', at(accommodationSid), { body: { attachments } })
  expect(replaced.status, replaced.raw).toBe(200)
  const copy = await copyOf(world, accommodationSid)
  return { world, copy, attachment, first, originals: [attachment.sid, first.sid, second.sid], others }
}

const remove = async ({ admin }: Copied, path: string) => {
  const removed = await admin('DELETE', path)
  expect(removed.status, removed.raw).toBe(200)
}

test('a copy has files of its own, with the names and contents of those of the original', async () => {
  const { world, copy, originals, others } = await makeCopy()
  expect(copy.body['attachments']).toEqual([
    others[0],
    { attachmentUrl: expect.stringMatching(/\/files\/FI[0-9a-f]{32}$/), attachmentAwsTitle: 'formulas.pdf' },
    others[1],
  ])
  expect(copy.body['examFiles']).toMatchObject([
    { name: 'first.pdf' },
    { name: 'second.pdf', size: pdf.length },
  ])
  const [, attachment] = attachedSids(copy.body)
  const sids = [String(attachment), ...examFileSids(copy.body)]
  for (const sid of sids) {
    expect(originals).not.toContain(sid)
    expect((await world.admin('GET', world.path(`/files/${sid}`))).body).toMatchObject({
      examConfigurationSid: copy.text('sid'),
      completedDate: expect.any(String),
    })
    expect(await download(world, sid)).toEqual(pdf)
  }
  expect((await world.admin('GET', world.at(copy.text('sid')))).body).toEqual(copy.body)
  // The copy is the newest accommodation of the learner.
  expect((await world.read()).body['examFile']).toMatchObject({ sid: sids.at(-1), name: 'second.pdf' })
})

test('the files of a copy outlive those of the original, and their contents go with the last of them', async () => {
  const { world, copy, attachment, first, originals } = await makeCopy()
  const [, copied] = attachedSids(copy.body)
  const next = await copyOf(world, copy.text('sid'))
  await remove(world, world.path(`/files/${attachment.sid}`))
  await remove(world, world.at(world.accommodationSid))
  await world.stack.runScheduled('proctoring')
  for (const sid of originals)
    expect((await world.admin('GET', world.path(`/files/${sid}`))).status).toBe(404)
  for (const sid of [String(copied), ...examFileSids(copy.body)])
    expect(await download(world, sid)).toEqual(pdf)
  expect((await world.admin('GET', world.at(copy.text('sid')))).body).toMatchObject({
    attachments: copy.body['attachments'],
    examFiles: copy.body['examFiles'],
  })

  // A replacement without the entry deletes the file of the copy, and not that of the copy of the copy.
  const emptied = await world.admin('PUT', world.at(copy.text('sid')), { body: { attachments: [] } })
  expect(emptied.body, emptied.raw).toMatchObject({ attachments: [] })
  await remove(world, world.at(copy.text('sid')))
  await world.stack.runScheduled('proctoring')
  const [, last] = attachedSids(next.body)
  expect(await download(world, String(last))).toEqual(pdf)
  for (const { sid } of [attachment, first]) expect(await isStored(world, sid)).toBe(true)
  await remove(world, world.at(next.text('sid')))
  for (const sid of originals) await gone(world, sid)
})

test('of simultaneous deletions of an original and of its copies, the last deletes the content', async () => {
  const world = await makeCopied()
  const { sid } = await attach(world, { examConfigurationSid: world.accommodationSid })
  const copies = [
    await copyOf(world, world.accommodationSid),
    await copyOf(world, world.accommodationSid),
    await copyOf(world, world.accommodationSid),
  ]
  const sids = [sid, ...copies.flatMap(copy => examFileSids(copy.body))]
  expect(sids).toHaveLength(4)
  await Promise.all(sids.map(each => remove(world, world.path(`/files/${each}`))))
  await gone(world, sid)
})

test('the erasure of a learner deletes the files of copies that are theirs, and no others', async () => {
  const { world, copy, originals } = await makeCopy()
  const [other] = await addLearners(world, 1)
  if (!other) throw new Error('Nobody was enrolled.')
  const moved = await copyOf(world, copy.text('sid'))
  const { body } = await world.admin('PUT', world.at(moved.text('sid')), {
    body: { enrollmentSid: other.enrollmentSid, attachments: moved.body['attachments'] },
  })
  await remove(world, world.path(`/users/${world.userSid}`))
  await world.stack.runScheduled('proctoring')
  for (const sid of [...originals, ...examFileSids(copy.body)])
    expect((await world.admin('GET', world.path(`/files/${sid}`))).status).toBe(404)
  for (const sid of examFileSids(body)) expect(await download(world, sid)).toEqual(pdf)
  await remove(world, world.path(`/users/${other.userSid}`))
  for (const sid of originals) await gone(world, sid)
})

test('a file that is not complete is not copied', async () => {
  const world = await makeCopied()
  await createFile(world, { examConfigurationSid: world.accommodationSid })
  const copy = await copyOf(world, world.accommodationSid)
  const files = await world.admin('GET', world.path(`/files?examConfigurationSid=${copy.text('sid')}`))
  expect([copy.body['examFiles'], files.list('results')]).toEqual([[], []])
})

test('an original that is deleted during its copy leaves a copy with its files, or none', async () => {
  for (let round = 0; round < 5; round += 1) {
    const world = await makeCopied()
    const { sid } = await attach(world, {
      examConfigurationSid: world.accommodationSid,
      purpose: 'attachment',
    })
    const [copy] = await Promise.all([
      world.admin('POST', world.at(), { body: { referenceExamConfigurationSid: world.accommodationSid } }),
      remove(world, world.path(`/files/${sid}`)),
    ])
    if (copy.status === 409) continue
    expect(copy.status, copy.raw).toBe(201)
    await world.stack.runScheduled('proctoring')
    for (const each of attachedSids(copy.body)) expect(await download(world, each)).toEqual(pdf)
  }
})
