// Sessions of exams have changed: the monitors of the exams read them.

import * as z from 'zod'
import { Sid } from '../../shared/values/sid.ts'
import { nameOfMonitor, stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'

const Body = z.object({
  exams: z.array(z.object({ applicationSid: Sid('AP'), examSid: Sid('EX') })).max(1000),
})

export async function serveMonitor(body: unknown, { monitors }: ObjectEnv): Promise<Response> {
  const { exams } = Body.parse(body)
  await Promise.all(exams.map(key => stubOf(monitors, nameOfMonitor(key)).changed(key)))
  return new Response(null, { status: 204 })
}
