// The session in the address of the page.

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ResponseOf, sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'

export type Session = ResponseOf<'get', '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'>

/** Milliseconds: another operator's change appears within two seconds. */
const refetchInterval = 1_000

export function useSessionPath() {
  const { install, exam, session } = useParams({ strict: false })
  return { installSid: sid('AI', install), examSid: sid('EX', exam), sessionSid: sid('ES', session) }
}

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'

export const useSession = () => useQuery({ ...read(path, { params: useSessionPath() }), refetchInterval })

/** What happened in the session. */
export function useTimeline() {
  const request = { params: useSessionPath(), query: { limit: 1000 } }
  return {
    history: useQuery({ ...read(`${path}/history`, request), refetchInterval }),
    events: useQuery({ ...read(`${path}/events`, request), refetchInterval }),
    annotations: useQuery({ ...read(`${path}/annotations`, request), refetchInterval: 4 * refetchInterval }),
  }
}
