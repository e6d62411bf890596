// A8: attachments of a configuration.
import { beforeAll, expect, test } from 'vitest'
import { type ExamWorld, makeExam } from '../../../support/configurations.ts'
import { badPaths } from '../../../support/problem.ts'

let exam: ExamWorld
let sid: string
beforeAll(async () => {
  exam = await makeExam()
  sid = String((await exam.accommodate()).body['sid'])
})

test.each([
  ['a title alone', { attachmentAwsTitle: 'Formulas' }, { attachmentUrl: null }],
  ['a title and no url', { attachmentAwsTitle: 'Formulas', attachmentUrl: null }, {}],
  ['a url alone', { attachmentUrl: 'https://files.example/a.pdf' }, { attachmentAwsTitle: null }],
  ['an s3: address', { attachmentUrl: 's3://bucket/key.pdf' }, { attachmentAwsTitle: null }],
  ['an s3: address and a title', { attachmentUrl: 's3://b/k', attachmentAwsTitle: 'K' }, {}],
])('an attachment may have %s', async (_, sent, more) => {
  const answer = await exam.replace(sid, { attachments: [sent] })
  expect(answer.body['attachments']).toEqual([{ ...sent, ...more }])
  expect((await exam.read(sid))['attachments']).toEqual([{ ...sent, ...more }])
})

test.each([
  ['nothing', {}],
  ['null for both', { attachmentUrl: null, attachmentAwsTitle: null }],
  ['a password in its url', { attachmentUrl: 'https://user:secret@files.example/a.pdf' }],
  ['a user in its s3: address', { attachmentUrl: 's3://user@bucket/key.pdf' }],
])('an attachment with %s is 400', async (_, attachment) => {
  const answer = await exam.admin('PUT', exam.at(sid), { body: { attachments: [attachment] } })
  expect(badPaths(answer)).toEqual(['attachments.0.attachmentUrl'])
})

test('the url of a configuration itself is no s3: address', async () => {
  const answer = await exam.admin('PUT', exam.at(sid), { body: { url: 's3://bucket/key' } })
  expect(badPaths(answer)).toEqual(['url'])
})
