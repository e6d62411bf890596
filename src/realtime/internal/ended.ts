// Tokens may have ended: the shards of their accounts verify their connections.

import * as z from 'zod'
import { Sid } from '../../shared/values/sid.ts'
import { stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'

const Body = z.object({ accountSids: z.array(Sid('AC')).max(1000) })

export async function serveEnded(body: unknown, { accounts }: ObjectEnv): Promise<Response> {
  const { accountSids } = Body.parse(body)
  await Promise.all(accountSids.map(sid => stubOf(accounts, sid).ended()))
  return new Response(null, { status: 204 })
}
