// Signed URLs of files: what each permits, once.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { file } from '../../../../db/schema/file.ts'
import { attach, createFile, isStored, png, put } from '../../../support/files.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'

let world: SessionWorld
let photo: { sessionSid: string }
beforeAll(async () => {
  world = await makeSession()
  photo = { sessionSid: world.sessionSid }
})

const refused = { status: 404, code: 'not_found' }
const outcome = async (response: Response) => ({
  status: response.status,
  code: response.ok ? undefined : ((await response.json()) as { code: string }).code,
})

test('a file is created, uploaded, completed and downloaded without a change, with a bounded number of round trips', async () => {
  const { sid, uploadUrl, answer } = await createFile(world, photo)
  expect(new URL(uploadUrl).origin).toBe(world.stack.baseUrl)
  expect(Date.parse(answer.text('expiresAt')) - Date.now()).toBeGreaterThan(14.5 * 60_000)
  expect(answer.roundTrips).toBe(2)
  const path = world.path(`/files/${sid}`)
  const before = await world.admin('GET', path)
  expect(before.roundTrips).toBe(1)
  expect(before.body).toMatchObject({ uploadedDate: null, completedDate: null, downloadUrl: null })
  const sent = await put(uploadUrl, png)
  expect([sent.status, sent.roundTrips], sent.raw).toEqual([200, 2])
  const completed = await world.admin('POST', `${path}/complete`)
  expect([completed.status, completed.roundTrips], completed.raw).toEqual([200, 2])
  expect(completed.body).toMatchObject({
    ...{ sid, installSid: world.installSid, purpose: 'photo', sessionSid: world.sessionSid },
    ...{ examConfigurationSid: null, name: 'card.png', contentType: 'image/png', size: png.length },
  })

  const answered = await fetch((await world.admin('GET', path)).text('downloadUrl'))
  expect(answered.status).toBe(200)
  expect(new Uint8Array(await answered.arrayBuffer())).toEqual(png)
  expect(answered.headers.get('server-timing')).toContain('"1 trips"')
})

test('a download is an attachment that no browser displays or executes', async () => {
  const { completed } = await attach(world, { ...photo, name: 'Zoë "1".png' })
  const { headers } = await fetch(completed.text('downloadUrl'))
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="Zo_ _1_.png"; filename*=UTF-8''Zo%C3%AB%20%221%22.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, no-store',
  })
})

test('an upload URL works once: after an upload it is 404, and the content stays', async () => {
  const { sid, uploadUrl } = await createFile(world, photo)
  expect((await put(uploadUrl, png)).status).toBe(200)
  expect(await put(uploadUrl, png)).toMatchObject({ status: 404 })
  // After this time, another request may take over an upload that has not ended.
  const uploadStartedDate = new Date(Date.now() - 7 * 60_000)
  await world.stack.db.update(file).set({ uploadStartedDate }).where(eq(file.sid, sid))
  expect(await put(uploadUrl, png)).toMatchObject({ status: 404 })
  expect(await isStored(world, sid)).toBe(true)
})

test('of 20 simultaneous uploads with one URL exactly one is stored', async () => {
  const { sid, uploadUrl } = await createFile(world, photo)
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(uploadUrl, png)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)])
  expect((await world.admin('POST', world.path(`/files/${sid}/complete`))).status).toBe(200)
})

test('a download URL works once, also for 20 simultaneous requests; each read of the file returns another one', async () => {
  const { sid, completed } = await attach(world, photo)
  const url = completed.text('downloadUrl')
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url).then(outcome)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(19).fill(refused))
  const again = await world.admin('GET', world.path(`/files/${sid}`))
  expect((await fetch(again.text('downloadUrl'))).status).toBe(200)
})

test('HEAD does not use a download URL, and other methods are 405', async () => {
  const { completed } = await attach(world, photo)
  const url = completed.text('downloadUrl')
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(405)
  const posted = await fetch(url, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'PUT, GET'])
  expect((await fetch(url)).status).toBe(200)
})

test('a URL works only for its method: an upload URL does not download, nor does a download URL upload', async () => {
  const { completed } = await attach(world, photo)
  expect((await put(completed.text('downloadUrl'), png)).status).toBe(404)
  const { uploadUrl } = await createFile(world, photo)
  expect((await fetch(uploadUrl)).status).toBe(404)
  expect((await put(uploadUrl, png)).status).toBe(200)
})

test('an altered URL, and one of another file, is 404 without a round trip', async () => {
  const { uploadUrl } = await createFile(world, photo)
  const other = await createFile(world, photo)
  const [, signature = ''] = /([^/]+)$/.exec(uploadUrl) ?? []
  const altered = [
    uploadUrl.replace(signature, `${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`),
    uploadUrl.replace(signature, 'junk'),
    other.uploadUrl.replace(/[^/]+$/, signature),
    uploadUrl.replace(/FI[0-9a-f]{32}/, '..%2F..'),
  ]
  for (const url of altered) expect(await put(url, png)).toMatchObject({ status: 404, roundTrips: 0 })
})

test('an upload URL that has expired is 404', async () => {
  const { sid, uploadUrl } = await createFile(world, photo)
  await world.stack.db
    .update(file)
    .set({ uploadExpiresDate: new Date(Date.now() - 1) })
    .where(eq(file.sid, sid))
  expect((await put(uploadUrl, png)).status).toBe(404)
})

test('another media type than the declared one is 415, and the URL still works', async () => {
  const { uploadUrl } = await createFile(world, photo)
  expect(await put(uploadUrl, png, { contentType: 'text/html' })).toMatchObject({
    status: 415,
    roundTrips: 0,
  })
  expect((await put(uploadUrl, png)).status).toBe(200)
})

test('a larger body is 413 and a smaller one is 400, without a round trip', async () => {
  const { uploadUrl } = await createFile(world, photo)
  expect(await put(uploadUrl, new Uint8Array(png.length + 1))).toMatchObject({ status: 413, roundTrips: 0 })
  expect(await put(uploadUrl, new Uint8Array(png.length - 1))).toMatchObject({ status: 400, roundTrips: 0 })
})

/** A body without a Content-Length. */
const chunked = (...parts: Uint8Array[]) =>
  new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })

test.each([
  ['longer', () => chunked(png, png)],
  ['shorter', () => chunked(png.slice(0, 20))],
])(
  'a body of unknown length that is %s than declared stores nothing, and the URL works again',
  async (_, body) => {
    const { sid, uploadUrl } = await createFile(world, photo)
    expect((await put(uploadUrl, body())).status).toBe(400)
    expect(await isStored(world, sid)).toBe(false)
    expect((await put(uploadUrl, chunked(png.slice(0, 20), png.slice(20)))).status).toBe(200)
  },
)
