// The session in the address of the page.

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ItemOf, type ResponseOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useAccountCan, useMe } from '../../api/session.ts'
import { headersOf } from '../../components/application.tsx'

export type Session = ResponseOf<'get', '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'>

/** Milliseconds: another operator's change appears within two seconds. */
const refetchInterval = 1_000

export function useSessionPath() {
  const { install, exam, session } = useParams({ strict: false })
  return { installSid: sid('AI', install), examSid: sid('EX', exam), sessionSid: sid('ES', session) }
}

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'

export const useSession = () => useQuery({ ...read(path, { params: useSessionPath() }), refetchInterval })

/** The delivery of a change of the session, and the application of the endpoint. */
export type Delivery = ItemOf<'/api/webhooks/deliveries'> & { application: string }

/** The deliveries of the changes of the session. It belongs to one of the applications of the operator. */
export function useDeliveries() {
  const { sessionSid } = useSessionPath()
  const can = useAccountCan()
  const all = useMe()?.applications ?? []
  return useQuery({
    queryKey: ['/api/webhooks/deliveries', sessionSid, ...all.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<Delivery[]> => {
      const lists = all.map(async ({ id }) => {
        const request = {
          query: { sessionSid, sortOrder: 'DESC', limit: 1000 } as const,
          headers: headersOf(id, all),
          signal,
        }
        const { results } = await api.get('/api/webhooks/deliveries', request)
        return results.map(delivery => ({ ...delivery, application: id }))
      })
      return (await Promise.all(lists)).flat()
    },
    enabled: can('sp:ListDeliveries'),
    refetchInterval: 4 * refetchInterval,
  })
}

/** What happened in the session. */
export function useTimeline() {
  const request = { params: useSessionPath(), query: { limit: 1000 } }
  return {
    history: useQuery({ ...read(`${path}/history`, request), refetchInterval }),
    events: useQuery({ ...read(`${path}/events`, request), refetchInterval }),
    annotations: useQuery({ ...read(`${path}/annotations`, request), refetchInterval: 4 * refetchInterval }),
    deliveries: useDeliveries(),
  }
}
