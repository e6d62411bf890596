import { Hono } from 'hono'
import { type Filter, readFilter, readPage, valuesOf } from '../filter.ts'
import { viewOf } from '../message.ts'
import type { Pending } from '../messages.ts'
import { notFound } from '../refusal.ts'
import type { Service } from '../service.ts'

/** `/v2/messages`: those that are not done. */
export function messagesApi(service: Service): Hono {
  const { messages, delivery, dispatcher } = service

  async function cancel(wanted: Pending[]): Promise<number> {
    const waiting = wanted.flatMap(({ definition, state }) =>
      delivery.cancel(definition, state, dispatcher.drop),
    )
    await service.release(waiting)
    return wanted.length
  }
  const matching = (filter: Filter) =>
    messages.pending().filter(({ definition }) => filter({ definition, at: definition.createdAt }))

  return new Hono()
    .get('/:id', context => {
      const message = messages.find(context.req.param('id'))
      if (!message) throw notFound('message')
      return context.json(viewOf(message.definition, message.body))
    })
    .delete('/:id', async context => {
      const message = messages.find(context.req.param('id'))
      if (!message) throw notFound('message')
      return context.json({ cancelled: await cancel([message]) })
    })
    .delete('/', async context => {
      const { searchParams } = new URL(context.req.url)
      return context.json({ cancelled: await cancel(matching(readFilter(searchParams))) })
    })
}

/** `GET /v2/events` and `GET /v2/logs`: the same lines under two names. */
export const eventsApi = ({ log }: Service, name: 'events' | 'logs'): Hono =>
  new Hono().get('/', context => {
    const { searchParams } = new URL(context.req.url)
    const messageIds = valuesOf(searchParams, 'messageIds') ?? valuesOf(searchParams, 'messageId')
    const { entries, cursor } = log.list(readFilter(searchParams), { ...readPage(searchParams), messageIds })
    return context.json({ [name]: entries, cursor })
  })
