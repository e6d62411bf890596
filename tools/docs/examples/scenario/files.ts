import type { Recorder } from '../recorder.ts'

const answers = 'Answers of the midterm, page 1\n'

/** Adds the returned work to the session. */
export async function recordFiles({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const { sessionSid } = variables
  const work = { purpose: 'returnedFile', sessionSid, name: 'answers.txt', contentType: 'text/plain' }
  const created = await record('createFile', { body: { ...work, size: answers.length } })
  await recordRefusal('createFile', { body: { ...work, contentType: 'text/html', size: answers.length } })
  variables['fileSid'] = created.text('sid')
  await recordRefusal('completeFile')
  const headers = { 'content-type': 'text/plain' }
  const uploaded = await fetch(created.text('uploadUrl'), { method: 'PUT', headers, body: answers })
  if (!uploaded.ok) throw new Error(`The upload got ${uploaded.status}.`)
  await record('completeFile')
  await record('listFiles', { query: { sessionSid: sessionSid ?? '' } })
  await record('readFile')
  const photo = { purpose: 'photo', sessionSid, name: 'room.png', contentType: 'image/png', size: 48_213 }
  const mistaken = await record('createFile', { body: photo, name: null })
  await record('deleteFile', { params: { fileSid: mistaken.text('sid') } })
}
