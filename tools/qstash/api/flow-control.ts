import { Hono } from 'hono'
import { badRequest, Refusal, unsupported } from '../refusal.ts'
import type { Service } from '../service.ts'
import { readParallelism } from '../settings.ts'

/** `/v2/flowControl` */
export function flowControlApi({ flow, dispatcher, store }: Service): Hono {
  /** Each operation changes a key by the query parameters of the request. */
  const operations: Record<string, (key: string, query: Record<string, string>) => void> = {
    pause: flow.pause,
    resume: flow.resume,
    pin: (key, query) => flow.pin(key, readParallelism(query)),
    unpin(key, { parallelism, rate }) {
      if (rate !== undefined) throw unsupported('rates of flow control keys')
      if (parallelism !== 'true') throw badRequest('unpin needs parallelism=true')
      flow.unpin(key)
    },
  }

  return new Hono()
    .get('/:key', context => {
      const { key } = context.req.param()
      const view = flow.view(key, dispatcher.waitingFor(key))
      if (!view) throw new Refusal(404, `flow control key ${key} not found`)
      return context.json(view)
    })
    .post('/:key/:operation', async context => {
      const { key, operation: name } = context.req.param()
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
      if (!operation) throw unsupported(`flow control operation ${name}`)
      operation(key, context.req.query())
      await store.committed()
      dispatcher.wake(key)
      return context.body(null, 200)
    })
}
