import { Hono } from 'hono'
import * as z from 'zod'
import { readFilter } from '../filter.ts'
import { badRequest } from '../refusal.ts'
import type { Service } from '../service.ts'
import { requireQueueName } from '../settings.ts'

const Upsert = z.object({
  queueName: z.string(),
  parallelism: z.int().min(1).default(1),
  paused: z.boolean().default(false),
})

/** `/v2/queues` */
export function queuesApi(service: Service): Hono {
  const { queues, messages, delivery, dispatcher, clock } = service
  const release = (name: string) => service.release(delivery.advance(name))

  async function setPaused(name: string, paused: boolean): Promise<void> {
    queues.setPaused(name, paused, clock.now())
    await release(name)
  }
  /** Removes the queue with what waits in it; what has its place is still sent. */
  async function remove(name: string): Promise<void> {
    queues.get(name)
    const inQueue = readFilter(new URLSearchParams({ queueName: name }))
    for (const { definition, state } of messages.pending())
      if (state === 'queued' && inQueue({ definition, at: 0 }))
        delivery.cancel(definition, state, dispatcher.drop)
    queues.remove(name)
    await service.store.committed()
  }

  return new Hono()
    .get('/', context => context.json(queues.list()))
    .post('/', async context => {
      const { data, error } = Upsert.safeParse(await context.req.json().catch(() => undefined))
      if (!data) throw badRequest(`invalid queue: ${z.prettifyError(error)}`)
      const { queueName, ...given } = data
      requireQueueName(queueName)
      queues.upsert(queueName, given, clock.now())
      await release(queueName)
      return context.body(null, 200)
    })
    .get('/:name', context => context.json(queues.get(context.req.param('name'))))
    .delete('/:name', async context => {
      await remove(context.req.param('name'))
      return context.body(null, 200)
    })
    .post('/:name/pause', async context => {
      await setPaused(context.req.param('name'), true)
      return context.body(null, 200)
    })
    .post('/:name/resume', async context => {
      await setPaused(context.req.param('name'), false)
      return context.body(null, 200)
    })
}
