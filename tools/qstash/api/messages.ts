import { Hono } from 'hono'
import { unsupported } from '../refusal.ts'
import type { Service } from '../service.ts'

/** `DELETE /v2/messages?flowControlKey=`: cancels the pending messages of a flow control key. */
export function messagesApi({ messages, dispatcher, store }: Service): Hono {
  return new Hono().delete('/', async context => {
    // The service ignores `count` as well.
    const { flowControlKey, count: _, ...others } = context.req.query()
    if (flowControlKey === undefined || Object.keys(others).length > 0)
      throw unsupported('filters other than flowControlKey')
    const cancelled = messages
      .pending()
      .map(({ definition }) => definition)
      .filter(({ flow }) => flow?.key === flowControlKey)
    for (const { id } of cancelled) {
      dispatcher.drop(id)
      messages.remove(id)
    }
    await store.committed()
    return context.json({ cancelled: cancelled.length })
  })
}
