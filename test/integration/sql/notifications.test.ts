// The notification that a review is complete, and the rows of its addresses in webhook_endpoint.
import { beforeEach, expect, test } from 'vitest'
import { insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { exam, install, session } = sids

const text = (prefix: string, uuid: string) => `${prefix}${uuid.replaceAll('-', '')}`

beforeEach(() => run(`delete from audit_event; ${insertSession}`))

async function notify(url: string) {
  await rows(
    `update exam_session set review_complete_notification_url = $1, review_completed_date = '2026-03-01Z'`,
    [url],
  )
  await rows('select notify_review_complete($1, $2)', [session, 'passed'])
}

const addresses = async () =>
  (await rows('select url from webhook_endpoint where notification order by url')).map(({ url }) => url)

/** As retention does after the period of each. */
const deleteDeliveries = () => run('delete from webhook_attempt; delete from webhook_delivery')

const insertAttempts = `insert into webhook_attempt (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type,
    number, url, success, duration_ms, request)
  select uuid_v7(), application_sid, sid, endpoint_sid, event_sid, 'database.event', 1, 'https://a.example', true, 1, '{}'
  from webhook_delivery`

test('notify_review_complete inserts an event and its delivery to the address, which is not audited', async () => {
  await rows('select notify_review_complete($1, $2)', [session, 'passed'])
  expect(await rows('select from event')).toEqual([])
  for (const _ of [1, 2]) await notify('https://a.example')
  expect(await rows('select url, secret, events, notification, install_sid from webhook_endpoint')).toEqual([
    { url: 'https://a.example', secret: '', events: [], notification: true, install_sid: install },
  ])
  const sent = await rows(
    `select e.topic, e.payload, d.status from webhook_delivery d join event e on e.sid = d.event_sid`,
  )
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual({
    topic: 'invigil.review_complete',
    status: 'pending',
    payload: {
      installSid: text('AI', install),
      ...{ examSid: text('EX', exam), sessionSid: text('ES', session), outcome: 'passed' },
      reviewCompletedDate: '2026-03-01T00:00:00.000Z',
    },
  })
  expect(await rows('select from audit_event')).toEqual([])
})

test('add_notification_address uses a row again whose deliveries were deleted, and audits no change of it', async () => {
  for (let n = 1; n <= 5; n += 1) {
    await notify(`https://lms.example/${n}`)
    await deleteDeliveries()
  }
  expect(await addresses()).toEqual(['https://lms.example/5'])
  expect(await rows('select from audit_event')).toEqual([])
})

test('add_notification_address finds a row among the first and the following 20 addresses of the install', async () => {
  await run(`insert into webhook_endpoint (sid, application_sid, install_sid, url, secret, events, notification)
    select uuid_v7(), application_sid, sid, 'https://lms.example/' || to_char(n, 'FM000'), '', '{}', true
    from install, generate_series(1, 50) n`)
  await run(`insert into event (sid, application_sid, topic, source, type, payload)
      select e.sid, e.application_sid, 'a', 'sdk', 'a', '{}' from webhook_endpoint e where url <> 'https://lms.example/045';
    insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
      select uuid_v7(), application_sid, sid, sid from webhook_endpoint where url <> 'https://lms.example/045'`)
  await notify('https://lms.example/000')
  expect(await addresses()).toHaveLength(51)
  await notify('https://lms.example/040-new')
  expect(await addresses()).toHaveLength(51)
  expect(await addresses()).not.toContain('https://lms.example/045')
})

test('has_deliveries is true for a delivery that is pending or dead, and for one with an attempt', async () => {
  await notify('https://a.example')
  const has = () => value('select has_deliveries(sid) from webhook_endpoint')
  expect(await has()).toBe(true)
  await run(`update webhook_delivery set status = 'dead'`)
  expect(await has()).toBe(true)
  await run(`update webhook_delivery set status = 'delivered'; ${insertAttempts}`)
  expect(await has()).toBe(true)
  await deleteDeliveries()
  expect(await has()).toBe(false)
})
