// Simultaneous deletions of files that share an object, on a real Postgres.
import { expect, test } from 'vitest'
import { id, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { someWait } from '../../support/waiting.ts'

const [original, copy] = [id(80), id(81)]
const connected = sqlClients(
  `insert into file (sid, install_sid, purpose, exam_configuration_sid, object_sid, name, content_type, size, upload_expires_date, completed_date)
   select f.sid, '${sids.install}', 'examFile', '${sids.configuration}', f.object, 'a.pdf', 'application/pdf', 1, now(), now()
   from (values ('${original}'::uuid, null::uuid), ('${copy}', '${original}')) f(sid, object)`,
)

test('queue_object_deletions waits for the deletion of another file with the object, and then queues it', async () => {
  const [first, second] = [await connected(), await connected()]
  const remove = 'delete from file where sid = $1'
  const queued = async () => (await first.query('select key from object_deletion')).rows
  await first.query('begin')
  await first.query(remove, [original])
  const removed = second.query(remove, [copy])
  await someWait(first, { called: 'delete from file' })
  expect(await queued()).toHaveLength(0)
  await first.query('commit')
  await removed
  expect(await queued()).toEqual([{ key: expect.stringContaining(original.replaceAll('-', '')) }])
})
