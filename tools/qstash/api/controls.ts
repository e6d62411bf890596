import { Hono } from 'hono'
import * as z from 'zod'
import { noFaults } from '../faults.ts'
import { badRequest } from '../refusal.ts'
import type { Service } from '../service.ts'

const probability = z.number().min(0).max(1)

const FaultsBody = z.strictObject({
  failPublish: probability.default(noFaults.failPublish),
  loseResponse: probability.default(noFaults.loseResponse),
  duplicate: probability.default(noFaults.duplicate),
  callbackDelayMs: z.int().min(0).default(noFaults.callbackDelayMs),
  seed: z.int().default(noFaults.seed),
})

/** `/__test`: operations for tests, which the service does not have. */
export function controlsApi({ faults, attempts }: Service): Hono {
  return new Hono()
    .get('/attempts', context => context.json(attempts))
    .post('/faults', async context => {
      const { data, error } = FaultsBody.safeParse(await context.req.json().catch(() => undefined))
      if (!data) throw badRequest(z.prettifyError(error))
      faults.set(data)
      return context.json(data)
    })
}
