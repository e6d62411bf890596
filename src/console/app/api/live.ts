// The live connection of the console. Its token is in memory only, and issued by the session of the operator.

import { Centrifuge, type PublicationContext, type SubscribedContext } from 'centrifuge'
import { useEffect, useRef, useState } from 'react'
import { api } from './client.ts'

export type LiveState = 'connecting' | 'connected' | 'refused'

type Handlers = {
  subscribed?(data: unknown): void
  published(publication: PublicationContext): void
}

const endpoint = () => `${location.origin.replace(/^http/, 'ws')}/connection/websocket`

/** Subscribes to a topic while it is shown. @param topic undefined for none */
export function useTopic(
  applicationId: string | undefined,
  topic: string | undefined,
  handlers: Handlers,
): { state: LiveState; publish(data: object): Promise<unknown> } {
  const [state, setState] = useState<LiveState>('connecting')
  const newest = useRef(handlers)
  const publish = useRef<(data: object) => Promise<unknown>>(() => Promise.reject(new Error('Not connected')))
  newest.current = handlers
  useEffect(() => {
    if (applicationId === undefined || topic === undefined) return
    const id = applicationId as `AP${string}`
    const client = new Centrifuge(endpoint(), {
      name: 'console',
      minReconnectDelay: 500,
      maxReconnectDelay: 4_000,
      getToken: async () =>
        (
          await api.post('/auth/token', {
            body: { applicationId: id, permissions: ['subscribe', 'publish'] },
          })
        ).token,
    })
    const subscription = client.newSubscription(topic)
    subscription.on('subscribing', () => setState('connecting'))
    subscription.on('subscribed', ({ data }: SubscribedContext) => {
      setState('connected')
      newest.current.subscribed?.(data)
    })
    subscription.on('publication', context => newest.current.published(context))
    subscription.on('unsubscribed', () => setState('refused'))
    publish.current = data => subscription.publish(data)
    subscription.subscribe()
    client.connect()
    return () => client.disconnect()
  }, [applicationId, topic])
  return { state, publish: data => publish.current(data) }
}
