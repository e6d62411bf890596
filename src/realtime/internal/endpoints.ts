import { EndpointChange } from '../../shared/realtime/events.ts'
import { stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'

/** Passes the change of a webhook endpoint to the object of the application. */
export async function serveEndpointChange(body: unknown, { hubs }: ObjectEnv): Promise<Response> {
  const { applicationSid, change, phase } = EndpointChange.parse(body)
  await stubOf(hubs, applicationSid).endpointChange(change, phase)
  return new Response(null, { status: 204 })
}
