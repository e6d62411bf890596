// What follows the deletion of a file, and a change of the attachments of a configuration.
import { beforeEach, expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { install, configuration, session } = sids
const [photo, attachment, pending] = [id(80), id(81), id(82)]
const text = (prefix: string, uuid: string) => `${prefix}${uuid.replaceAll('-', '')}`
const entryOf = (uuid: string) => ({
  attachmentUrl: `https://a.example/v1/installs/x/files/${text('FI', uuid)}`,
})

beforeEach(async () => {
  await run(insertSession)
  const insert = (sid: string, purpose: string, parent: string, completed: string) =>
    run(`insert into file (sid, install_sid, purpose, ${parent}, name, content_type, size, upload_expires_date, completed_date)
      values ('${sid}', '${install}', '${purpose}', '${parent === 'session_sid' ? session : configuration}', 'a.png', 'image/png', 1,
        '2026-01-01 10:15Z', ${completed})`)
  await insert(photo, 'photo', 'session_sid', 'now()')
  await insert(attachment, 'attachment', 'exam_configuration_sid', 'now()')
  await insert(pending, 'attachment', 'exam_configuration_sid', 'null')
  await run(`update exam_configuration set attachments = '${JSON.stringify([entryOf(attachment)])}'`)
})

const filesLeft = async () => (await rows('select sid from file order by sid')).map(({ sid }) => sid)

test('queue_object_deletions queues each deleted file once, until 10 minutes after the end of its upload URL', async () => {
  await run('delete from file; delete from file')
  expect(
    await rows(
      'select key, due_date = now()::timestamptz(3) as due, upload_ends_date as ends from object_deletion order by key',
    ),
  ).toEqual(
    [photo, attachment, pending].map(sid => ({
      key: `${text('AI', install)}/${text('FI', sid)}`,
      due: true,
      ends: new Date('2026-01-01T10:25:00Z'),
    })),
  )
})

test('queue_object_deletions queues the object of a file with copies when the last of them is deleted', async () => {
  const [copy, another] = [id(83), id(84)]
  await run(`insert into file (sid, install_sid, purpose, exam_configuration_sid, object_sid, name, content_type, size, upload_expires_date)
    select c, '${install}', 'examFile', '${configuration}', '${attachment}', 'a.png', 'image/png', 1, '2026-01-01 10:15Z'
    from unnest('{${copy},${another}}'::uuid[]) c`)
  const queued = async () => (await rows('select key from object_deletion')).map(({ key }) => key)
  await run(`delete from file where sid = '${copy}'`)
  await run(`delete from file where sid = '${attachment}'`)
  expect(await queued()).toEqual([])
  await run(`delete from file where sid = '${another}'`)
  expect(await queued()).toEqual([`${text('AI', install)}/${text('FI', attachment)}`])
})

test('delete_removed_attachments deletes the complete files of removed entries, and no others', async () => {
  await run(`update exam_configuration set attachments = attachments || '[{"attachmentUrl": null}]'`)
  expect(await filesLeft()).toEqual([photo, attachment, pending])
  await run(`update exam_configuration set attachments = '[]'`)
  expect(await filesLeft()).toEqual([photo, pending])
})

test('event_payload(file) has its parent, name and type', async () => {
  expect(await value('select event_payload(f) from file f where f.sid = $1', [photo])).toMatchObject({
    ...{ sid: text('FI', photo), installSid: text('AI', install), sessionSid: text('ES', session) },
    ...{ purpose: 'photo', name: 'a.png', contentType: 'image/png', examConfigurationSid: null },
  })
})
