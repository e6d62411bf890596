import type { Recorder } from '../recorder.ts'

const secret = 'correct horse battery staple'

/** Creates an endpoint, and records deliveries that succeed and fail. */
export async function recordWebhooks(recorder: Recorder): Promise<void> {
  await recordEndpoint(recorder)
  await recordDelivery(recorder)
  await recordFailure(recorder)
  await recordEnd(recorder)
  await recordSessionDeliveries(recorder)
}

async function recordEndpoint({ record, recordRefusal, variables, receiver }: Recorder): Promise<void> {
  const endpoint = {
    url: receiver.url,
    secret,
    events: ['document.updated'],
    filter: { courseId: 'canvas-course-7731' },
  }
  variables['webhookSid'] = (await record('createWebhook', { body: endpoint })).text('id')
  await recordRefusal('createWebhook', {
    body: { ...endpoint, url: 'https://10.0.0.8/webhooks' },
    summary: 'A host that is not public',
  })
  await record('listWebhooks')
  await record('readWebhook')
}

const syllabus = {
  topic: 'courses.syllabus',
  type: 'document.updated',
  payload: { courseId: 'canvas-course-7731', documentId: 'syllabus', version: 4 },
}

async function recordDelivery({
  record,
  recordRefusal,
  variables,
  attempts,
  nextSecond,
}: Recorder): Promise<void> {
  await recordRefusal('publishEvent', { body: { ...syllabus, type: 'document.moved' } })
  await record('publishEvent', { body: syllabus })
  const [attempt] = await attempts(1)
  variables['deliverySid'] = String(attempt?.['deliveryId'])
  await nextSecond() // `webhook-timestamp` is in whole seconds
  await record('listDeliveryAttempts', { query: { success: 'true', limit: '10' } })
  await record('readDelivery')
  await record('testWebhook')
  await attempts(2)
}

async function recordFailure({
  record,
  recordRefusal,
  variables,
  receiver,
  attempts,
  soon,
}: Recorder): Promise<void> {
  receiver.setStatus(503)
  await record('publishEvent', {
    body: { ...syllabus, payload: { ...syllabus.payload, version: 5 } },
    name: null,
  })
  const [attempt] = await attempts(8)
  variables['deliverySid'] = String(attempt?.['deliveryId'])
  await record('listDeadLetters')
  receiver.setStatus(204)
  await record('retryDelivery')
  await attempts(9)
  await record('recoverDeliveries', { body: { since: soon(0) } })
  const outage = { since: soon(-1), until: soon(0) }
  const retry = await record('retryDeliveries', { body: outage })
  await record('retryDeliveries', {
    body: { ...outage, dryRun: true },
    name: 'dryRun',
    summary: 'Only count',
  })
  await recordRefusal('retryDeliveries', { body: { since: outage.until, until: outage.since } })
  variables['retrySid'] = retry.text('id')
  await record('readDeliveryRetry')
}

async function recordEnd({ record, recordRefusal }: Recorder): Promise<void> {
  await record('updateWebhook', { body: { events: ['document.updated', 'document.deleted'] } })
  await record('rotateWebhookSecret', { body: { secret: 'a newer horse battery staple' } })
  await record('deactivateWebhook')
  await recordRefusal('testWebhook')
  await record('activateWebhook')
  await record('deleteWebhook')
}

/** Changes what belongs to the session, and records the deliveries of the change. */
async function recordSessionDeliveries({ record, variables, attempts, receiver }: Recorder): Promise<void> {
  const { sessionSid = '' } = variables
  const body = { url: receiver.url, secret, events: ['database.event'], filter: { sessionSid } }
  await record('createWebhook', { body, name: null })
  await record('createAnnotation', { body: { type: 'second person', startOffsetMs: 61_000 }, name: null })
  await attempts(10)
  const query = { sessionSid }
  await record('listDeliveries', { query })
  await record('listDeliveryAttempts', { query, name: 'ofSession', summary: 'Of one exam session' })
}
