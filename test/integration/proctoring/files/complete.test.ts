// Files are checked and attached when they are completed.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '../../../../db/schema/file.ts'
import { contents } from '../../../support/file-contents.ts'
import { attach, createFile, fileOf, gone, png, put } from '../../../support/files.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'

let world: SessionWorld
let parent: { sessionSid: string }
beforeAll(async () => {
  world = await makeSession()
  parent = { sessionSid: world.sessionSid }
})

const complete = (sid: string) => world.admin('POST', world.path(`/files/${sid}/complete`))
const create = (members: object) => world.admin('POST', world.path('/files'), { body: fileOf(members) })

test('a file that was not uploaded is 409 file_not_uploaded', async () => {
  const { sid } = await createFile(world, parent)
  const refused = await complete(sid)
  expect(refused.text('code')).toBe('file_not_uploaded')
  expect(refused.text('detail')).toBe('Send the content with PUT to the uploadUrl of the file first.')
})

test('content of another media type is 409 file_content_mismatch, and the file and its content are deleted', async () => {
  const html = new TextEncoder().encode('<script>alert(1)</script>'.padEnd(png.length))
  const { sid, uploadUrl } = await createFile(world, parent)
  expect((await put(uploadUrl, html)).status).toBe(200)
  const refused = await complete(sid)
  expect(refused.text('code')).toBe('file_content_mismatch')
  expect(refused.text('detail')).toMatch(
    /^The content is not \S+ of \d+ bytes\. The file is deleted: create another one\.$/,
  )
  expect((await world.admin('GET', world.path(`/files/${sid}`))).status).toBe(404)
  await gone(world, sid)
})

test.each(Object.entries(contents))('content of %s is accepted', async (contentType, content) => {
  const { completed } = await attach(
    world,
    { ...parent, purpose: 'returnedFile', name: 'work', contentType },
    { content },
  )
  expect(completed.body).toMatchObject({ contentType, size: content.length })
})

test('completing a file again, also at the same time, changes nothing', async () => {
  const { sid, uploadUrl } = await createFile(world, parent)
  await put(uploadUrl, png)
  const answers = await Promise.all([complete(sid), complete(sid), complete(sid)])
  answers.push(await complete(sid))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(answer => answer.text('completedDate'))).size).toBe(1)
})

describe('the record of a session', () => {
  test('lists its complete photos and the newest returned file, which replaces the previous one', async () => {
    const own = await makeSession()
    const session = { sessionSid: own.sessionSid }
    expect((await own.read()).body).toMatchObject({ photos: [], returnedFile: null, examFile: null })
    const first = await attach(own, { ...session, name: 'first.png' })
    const second = await attach(own, { ...session, name: 'second.png' })
    await createFile(own, { ...session, name: 'incomplete.png' })
    const work = { ...session, purpose: 'returnedFile', contentType: 'application/pdf' }
    const content = contents['application/pdf'] ?? png
    const old = await attach(own, { ...work, name: 'old.pdf' }, { content })
    const { sid } = await attach(own, { ...work, name: 'new.pdf' }, { content })
    const read = await own.read()
    expect(read.roundTrips).toBe(1)
    const photo = { contentType: 'image/png', size: png.length }
    expect(read.body).toMatchObject({
      photos: [
        { sid: first.sid, name: 'first.png', ...photo },
        { sid: second.sid, name: 'second.png', ...photo },
      ],
      returnedFile: { sid, name: 'new.pdf', contentType: 'application/pdf', size: content.length },
    })
    expect((await own.admin('GET', own.path(`/files/${old.sid}`))).status).toBe(404)
    await gone(own, old.sid)
  })
})

describe('a new file', () => {
  test.each([
    [{ purpose: 'examFile' }, 'examConfigurationSid'],
    [{ purpose: 'photo', contentType: 'application/pdf' }, 'contentType'],
    [{ contentType: 'text/html' }, 'contentType'],
    [{ contentType: 'image/svg+xml' }, 'contentType'],
    [{ size: 0 }, 'size'],
    [{ size: 25 * 1024 * 1024 + 1 }, 'size'],
    [{ name: '../../etc/passwd' }, 'name'],
    [{ name: 'C:\\card.png' }, 'name'],
    [{ name: 'a\u202egnp.exe' }, 'name'],
    [{ name: 'a\nb.png' }, 'name'],
    [{ name: '..' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ sessionSid: `ES${'0'.repeat(32)}` }, 'sessionSid'],
  ])('of %j is 400 and names %s', async (members, path) => {
    const answer = await create({ ...parent, ...members })
    expect(answer.status, answer.raw).toBe(400)
    expect(answer.list('errors').map(error => error['path'])).toContain(path)
  })

  test('of 25 MiB is accepted', async () => {
    expect((await create({ ...parent, size: 25 * 1024 * 1024 })).status).toBe(201)
  })

  test('of a cancelled session is 409', async () => {
    const own = await makeSession()
    await own.act('DELETE', '', { reason: 'other-reason' })
    const answer = await own.admin('POST', own.path('/files'), {
      body: fileOf({ sessionSid: own.sessionSid }),
    })
    expect([answer.status, answer.text('code')]).toEqual([409, 'session_state_conflict'])
  })

  test('beyond the limits in the settings of the install is 400; members that are not sent stay', async () => {
    const own = await makeSession()
    const session = { sessionSid: own.sessionSid }
    const settings = (files: object) => own.admin('PUT', own.path('/settings'), { body: { files } })
    expect((await settings({ maxBytes: png.length })).status).toBe(200)
    const { body } = await settings({ contentTypes: ['image/png'] })
    expect(body['files']).toEqual({ maxBytes: png.length, contentTypes: ['image/png'] })
    expect((await own.admin('GET', own.path('/settings'))).body['files']).toEqual(body['files'])
    const sizes = async (members: object) =>
      (await own.admin('POST', own.path('/files'), { body: fileOf({ ...session, ...members }) })).status
    expect(await sizes({})).toBe(201)
    expect(await sizes({ size: png.length + 1 })).toBe(400)
    expect(await sizes({ contentType: 'image/jpeg' })).toBe(400)
  })

  test('is the last of at most 20 photos, also among 30 simultaneous requests', async () => {
    const own = await makeSession()
    const body = fileOf({ sessionSid: own.sessionSid })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => own.admin('POST', own.path('/files'), { body })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const others = answers.filter(({ status }) => status !== 201)
    expect(new Set(others.map(answer => answer.text('code')))).toEqual(new Set(['too_many_files']))
  })

  test('does not take the place of an uploaded one whose URL has expired, because that one can still be completed', async () => {
    const own = await makeSession()
    const session = { sessionSid: own.sessionSid }
    const uploaded = await createFile(own, session)
    await put(uploaded.uploadUrl, png)
    await createFile(own, session)
    await own.stack.db
      .update(file)
      .set({ uploadExpiresDate: new Date(Date.now() - 1) })
      .where(eq(file.sessionSid, own.sessionSid))
    const statuses = []
    for (let count = 0; count < 20; count += 1)
      statuses.push((await own.admin('POST', own.path('/files'), { body: fileOf(session) })).status)
    expect(statuses).toEqual([...Array(19).fill(201), 409])
    expect((await own.admin('POST', own.path(`/files/${uploaded.sid}/complete`))).status).toBe(200)
  })
})
