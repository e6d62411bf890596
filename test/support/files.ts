// Files of a session or configuration, and the requests with their signed URLs.

import { expect } from 'vitest'
import type { SidOf } from '../../db/sid.ts'
import { keyOf } from '../../src/proctoring/bucket.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { Answer, type Call, callerOf } from './client.ts'
import { makeSession } from './sessions.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

/** The smallest PNG: one transparent pixel. */
export const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
    'base64',
  ),
)
export const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')

export type Made = {
  purpose?: string
  sessionSid?: string
  examConfigurationSid?: string
  name?: string
  contentType?: string
  size?: number
}

export const fileOf = (members: Made) => ({
  ...(members.examConfigurationSid
    ? { purpose: 'examFile', name: 'exam.pdf', contentType: 'application/pdf', size: pdf.length }
    : { purpose: 'photo', name: 'card.png', contentType: 'image/png', size: png.length }),
  ...members,
})

/** Creates a file, which must be granted. */
export async function createFile(world: World, members: Made, by: Call = world.admin) {
  const answer = await by('POST', world.path('/files'), { body: fileOf(members) })
  expect(answer.status, answer.raw).toBe(201)
  return { sid: sidOf('FI', answer.text('sid')), uploadUrl: answer.text('uploadUrl'), answer }
}

type Sent = { contentType?: string; headers?: Record<string, string> }

/** Sends a body to an upload URL, without a credential. */
export async function put(
  url: string,
  body: Uint8Array | ReadableStream,
  { contentType = 'image/png', headers = {} }: Sent = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType, connection: 'close', ...headers },
    body: body instanceof ReadableStream ? body : new Blob([new Uint8Array(body)]),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
  return new Answer(response, await response.text())
}

/** Creates, uploads and completes a file. */
export async function attach(
  world: World,
  members: Made,
  { content, by = world.admin }: { content?: Uint8Array; by?: Call } = {},
) {
  const bytes = content ?? (members.examConfigurationSid ? pdf : png)
  const { contentType } = fileOf(members)
  const created = await createFile(world, { size: bytes.length, ...members }, by)
  const sent = await put(created.uploadUrl, bytes, { contentType })
  expect(sent.status, sent.raw).toBe(200)
  const completed = await by('POST', world.path(`/files/${created.sid}/complete`))
  expect(completed.status, completed.raw).toBe(200)
  return { ...created, completed }
}

/** Whether the bucket has the object of a file. */
export async function isStored({ stack, installSid }: World, sid: SidOf<'FI'>): Promise<boolean> {
  return (await (await stack.bucket()).head(keyOf({ installSid, sid }))) !== null
}

/** Polls until the work after a response has deleted the object of a file. */
export const gone = (world: World, sid: SidOf<'FI'>) =>
  expect.poll(() => isStored(world, sid), { interval: 20 }).toBe(false)

/** Attaches a photo to a new session. Returns the check that a stack, such as a copy, has the photo. */
export async function makePhoto(stack: Stack): Promise<(copy: Stack) => Promise<void>> {
  const { path, secret, ...world } = await makeSession({}, stack)
  const { sid } = await attach({ path, secret, ...world }, { sessionSid: world.sessionSid })
  return async copy => {
    const file = await callerOf(copy, secret)('GET', path(`/files/${sid}`))
    const content = await fetch(file.text('downloadUrl'))
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(png)
  }
}
