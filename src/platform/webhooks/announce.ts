// Announces changes of webhook endpoints to the Worker `realtime`, whose topics hand their events over only if an endpoint
// receives them.

import { randomUUID } from 'node:crypto'
import type { Service } from '../../shared/env.ts'
import { logFailure } from '../../shared/logging/failure.ts'
import type { Log } from '../../shared/logging/log.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { callRealtime } from '../../shared/realtime/client.ts'
import { type EndpointChange, realtimePaths } from '../../shared/realtime/events.ts'

type Realtime = { realtime: Service | undefined; log: Log }
type ApplicationSid = EndpointChange['applicationSid']

/**
 * Executes a write that changes which events the endpoints of an application receive. The topics learn of it before it
 * is committed, and ask the database until it has ended. So the change counts for each publication that begins after the
 * response. If they cannot learn of it, nothing is written.
 * @throws Problem `not_ready` if the Worker `realtime` is not available
 */
export async function changingEndpoints<T>(
  { realtime, log }: Realtime,
  applicationSid: ApplicationSid,
  write: () => Promise<T>,
): Promise<T> {
  if (!realtime) return await write()
  const change = randomUUID()
  const announce = (phase: EndpointChange['phase']) =>
    callRealtime(realtime, realtimePaths.endpoints, { applicationSid, change, phase })
  await announce('begins').catch(cause => {
    throw new Problem('not_ready', 'Not ready: realtime.', { members: { check: 'realtime' }, cause })
  })
  try {
    return await write()
  } finally {
    // Without it, the topics ask the database for the next two minutes.
    await announce('ended').catch(error => logFailure(log, error))
  }
}

/** Reports that endpoints receive fewer events. Until then, the topics hand over events that no endpoint receives. */
export async function endpointsChanged(
  { realtime, log }: Realtime,
  applicationSid: ApplicationSid,
): Promise<void> {
  if (!realtime) return
  const body = { applicationSid, change: randomUUID(), phase: 'ended' }
  await callRealtime(realtime, realtimePaths.endpoints, body).catch(error => logFailure(log, error))
}
