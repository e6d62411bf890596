import type { Recorder } from '../recorder.ts'

const secret = 'correct horse battery staple'

/** An endpoint, what is delivered to it, and what fails. */
export async function tellWebhooks(recorder: Recorder): Promise<void> {
  await tellEndpoint(recorder)
  await tellDelivery(recorder)
  await tellFailure(recorder)
  await tellEnd(recorder)
}

async function tellEndpoint({ tell, refuse, scene, receiver }: Recorder): Promise<void> {
  const endpoint = {
    url: receiver.url,
    secret,
    events: ['document.updated'],
    filter: { courseId: 'canvas-course-7731' },
  }
  scene['webhookSid'] = (await tell('createWebhook', { body: endpoint })).text('id')
  await refuse('createWebhook', {
    body: { ...endpoint, url: 'https://10.0.0.8/webhooks' },
    summary: 'A host that is not public',
  })
  await tell('listWebhooks')
  await tell('readWebhook')
}

const syllabus = {
  topic: 'courses.syllabus',
  type: 'document.updated',
  payload: { courseId: 'canvas-course-7731', documentId: 'syllabus', version: 4 },
}

async function tellDelivery({ tell, refuse, scene, attempts }: Recorder): Promise<void> {
  await refuse('publishEvent', { body: { ...syllabus, type: 'document.moved' } })
  await tell('publishEvent', { body: syllabus })
  const [attempt] = await attempts(1)
  scene['deliverySid'] = String(attempt?.['deliveryId'])
  await tell('listDeliveryAttempts', { query: { success: 'true', limit: '10' } })
  await tell('readDelivery')
  await tell('testWebhook')
  await attempts(2)
}

async function tellFailure({ tell, scene, receiver, attempts, soon }: Recorder): Promise<void> {
  receiver.answer(503)
  await tell('publishEvent', {
    body: { ...syllabus, payload: { ...syllabus.payload, version: 5 } },
    name: null,
  })
  const [attempt] = await attempts(8)
  scene['deliverySid'] = String(attempt?.['deliveryId'])
  await tell('listDeadLetters')
  receiver.answer(204)
  await tell('retryDelivery')
  await attempts(9)
  await tell('recoverDeliveries', { body: { since: soon(0) } })
}

async function tellEnd({ tell, refuse }: Recorder): Promise<void> {
  await tell('updateWebhook', { body: { events: ['document.updated', 'document.deleted'] } })
  await tell('rotateWebhookSecret', { body: { secret: 'a newer horse battery staple' } })
  await tell('deactivateWebhook')
  await refuse('testWebhook')
  await tell('activateWebhook')
  await tell('deleteWebhook')
}
