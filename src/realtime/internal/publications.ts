import * as z from 'zod'
import { Sid } from '../../shared/values/sid.ts'
import { stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'

const Body = z.object({ applicationSids: z.array(Sid('AP')) })

/** Makes the hubs of applications publish the events that wait for their topics. One that fails repeats it by itself. */
export async function servePublications(body: unknown, { hubs }: ObjectEnv): Promise<Response> {
  const { applicationSids } = Body.parse(body)
  await Promise.all(applicationSids.map(sid => stubOf(hubs, sid).publishAll(sid)))
  return new Response(null, { status: 204 })
}
