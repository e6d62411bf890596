// The session in the address of the page.

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ResponseOf, sid } from '../../../../client/index.ts'
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

/** An attempt to deliver a change of the session, and the application of the endpoint. */
export type Attempt = ResponseOf<'get', '/api/webhooks/logs'>[number] & { application: string }

/** The attempts to deliver the changes of the session. It belongs to one of the applications of the operator. */
export function useAttempts() {
  const { sessionSid } = useSessionPath()
  const can = useAccountCan()
  const all = useMe()?.applications ?? []
  return useQuery({
    queryKey: ['/api/webhooks/logs', sessionSid, ...all.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<Attempt[]> => {
      const lists = all.map(async ({ id }) => {
        const request = { query: { sessionSid, limit: 1000 }, headers: headersOf(id, all), signal }
        const attempts = await api.get('/api/webhooks/logs', request)
        return attempts.map(attempt => ({ ...attempt, application: id }))
      })
      return (await Promise.all(lists)).flat()
    },
    enabled: can('sp:ListDeliveryAttempts'),
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
    attempts: useAttempts(),
  }
}
