import { Hono } from 'hono'
import { badRequest } from '../refusal.ts'
import type { Service } from '../service.ts'
import { readLimits } from '../settings.ts'

/** `/v2/flowControl` */
export function flowControlApi({ flow, dispatcher, clock, store }: Service): Hono {
  const info = (key: string) => flow.info(key, dispatcher.waitingFor(key), clock.now())

  /** What each deed does with a key and the parameters of the call. */
  const deeds: Record<string, (key: string, query: Record<string, string>) => void> = {
    pause: flow.pause,
    resume: flow.resume,
    pin(key, query) {
      const limits = readLimits(query)
      if (limits.parallelism === undefined && limits.rate === undefined)
        throw badRequest('pin needs parallelism or rate')
      flow.pin(key, limits)
    },
    unpin: (key, { parallelism, rate }) =>
      flow.unpin(key, { parallelism: parallelism === 'true', rate: rate === 'true' }),
    resetRate: key => flow.resetRate(key, clock.now()),
  }

  return new Hono()
    .get('/', context => {
      const { search = '' } = context.req.query()
      const keys = flow.keys().filter(key => key.includes(search))
      return context.json(keys.map(info))
    })
    .get('/:key', context => context.json(info(context.req.param('key'))))
    .post('/:key/:deed', async context => {
      const { key, deed } = context.req.param()
      const act = Object.hasOwn(deeds, deed) ? deeds[deed] : undefined
      if (!act) return context.notFound()
      act(key, context.req.query())
      await store.committed()
      dispatcher.wake(key)
      return context.body(null, 200)
    })
}
