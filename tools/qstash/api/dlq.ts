import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { type DeadLetter, letterView } from '../dlq.ts'
import { readFilter, readPage, valuesOf } from '../filter.ts'
import { againOf } from '../message.ts'
import { notFound } from '../refusal.ts'
import type { Service } from '../service.ts'
import { readSettings } from '../settings.ts'
import { plainHeaders } from './publish.ts'

/** `/v2/dlq`: the messages that were given up. */
export function dlqApi(service: Service): Hono<{ Bindings: HttpBindings }> {
  const { dlq, delivery, clock } = service

  /** Those that are named one by one, or a page of those that the filter takes. */
  function list(url: string): ReturnType<typeof dlq.list> {
    const { searchParams } = new URL(url)
    const ids = valuesOf(searchParams, 'dlqIds')
    if (ids) return { letters: [...ids].flatMap(id => dlq.find(id) ?? []) }
    return dlq.list(readFilter(searchParams), readPage(searchParams))
  }
  function get(dlqId: string): DeadLetter {
    const letter = dlq.find(dlqId)
    if (!letter) throw notFound('dead letter')
    return letter
  }
  async function remove(letters: DeadLetter[]): Promise<number> {
    const removed = letters.filter(({ dlqId }) => dlq.remove(dlqId))
    await service.store.committed()
    return removed.length
  }
  /** Makes new messages of dead letters, with what the headers of the call say instead of what was said before. */
  async function retry(
    letters: DeadLetter[],
    headers: Record<string, string>,
  ): Promise<{ messageId: string }[]> {
    const settings = readSettings(headers)
    const admissions = letters.map(({ dlqId, definition, body }) => {
      const message = againOf(definition, body, settings, clock.now())
      dlq.remove(dlqId)
      return { messageId: message.definition.id, waiting: delivery.admit(message) }
    })
    await service.release(admissions.flatMap(({ waiting }) => waiting))
    return admissions.map(({ messageId }) => ({ messageId }))
  }

  return new Hono<{ Bindings: HttpBindings }>()
    .get('/', context => {
      const { letters, cursor } = list(context.req.url)
      return context.json({ messages: letters.map(letterView), cursor })
    })
    .get('/:id', context => context.json(letterView(get(context.req.param('id')))))
    .delete('/', async context => {
      const { letters, cursor } = list(context.req.url)
      return context.json({ deleted: await remove(letters), cursor })
    })
    .delete('/:id', async context => {
      await remove([get(context.req.param('id'))])
      return context.json({ deleted: 1 })
    })
    .post('/retry', async context => {
      const { letters, cursor = '' } = list(context.req.url)
      const responses = await retry(letters, plainHeaders(context.env.incoming.headers))
      return context.json({ responses, cursor }, 201)
    })
    .post('/retry/:id', async context => {
      const letter = get(context.req.param('id'))
      const [response] = await retry([letter], plainHeaders(context.env.incoming.headers))
      return context.json(response, 201)
    })
}
