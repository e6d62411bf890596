import { expect, test } from 'vitest'
import { openDeduplication } from '../../../tools/qstash/deduplication.ts'
import { openDlq } from '../../../tools/qstash/dlq.ts'
import { openLog } from '../../../tools/qstash/log.ts'
import { newMessage } from '../../../tools/qstash/message.ts'
import { openStore } from '../../../tools/qstash/store.ts'
import { makeQstash, makeStateDir } from './world.ts'

const settings = { headers: {} }
const { definition } = newMessage({ url: 'http://a.b', settings, body: Buffer.of(), callerIp: '', now: 0 })
const outcome = { status: 500, headers: {}, body: Buffer.of() }
const everything = () => true
const page = { count: 1000, cursor: undefined, messageIds: undefined }

test('a message that is done leaves no row but those of the log', async () => {
  const { client, sink, advance, qstash, stateDir } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  await client.batch(Array.from({ length: 50 }, () => ({ url: sink.at('/'), callback: sink.at('/told') })))
  await client.publish({ url: sink.at('/down'), retries: 0 })
  await advance(0)
  await qstash.close()
  const store = openStore(stateDir)
  expect(store.read('SELECT count(*) AS n FROM message').one()).toEqual({ n: 0 })
  store.close()
})

test('lines of the log and dead letters go after their time, those that are younger stay', () => {
  const store = openStore(makeStateDir())
  const [log, dlq] = [openLog(store), openDlq(store)]
  for (let at = 0; at < 20; at++) {
    log.add(at, 'CREATED', definition)
    dlq.add(at, definition, Buffer.of(), outcome)
  }
  log.purge(15)
  dlq.purge(15)
  expect(log.list(everything, page).entries.map(({ time }) => time)).toEqual([19, 18, 17, 16, 15])
  expect(dlq.list(everything, page).letters.map(({ at }) => at)).toEqual([19, 18, 17, 16, 15])
  store.close()
})

test('however young, no more than so many lines of the log and dead letters are kept', () => {
  const store = openStore(makeStateDir())
  const [log, dlq] = [openLog(store, 30), openDlq(store, 30)]
  for (let at = 0; at < 100; at++) {
    log.add(0, 'CREATED', definition)
    dlq.add(0, definition, Buffer.of(), outcome)
  }
  log.purge(0)
  dlq.purge(0)
  expect(log.list(everything, page).entries).toHaveLength(30)
  expect(dlq.list(everything, page).letters).toHaveLength(30)
  store.close()
})

test('the ids of duplicates go after their window', () => {
  const store = openStore(makeStateDir())
  const deduplication = openDeduplication(store)
  const rows = store.read('SELECT count(*) AS n FROM deduplication')
  deduplication.note('id:a', 'msg_1', 0)
  deduplication.note('id:b', 'msg_2', 1)
  deduplication.purge(600_000)
  expect(rows.one()).toEqual({ n: 1 })
  expect(deduplication.find('id:b', 600_000)).toBe('msg_2')
  store.close()
})
