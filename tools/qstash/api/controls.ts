import { Hono } from 'hono'
import * as z from 'zod'
import { isVirtual } from '../clock.ts'
import { noFaults } from '../faults.ts'
import { badRequest, Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

const probability = z.number().min(0).max(1)

const FaultsBody = z.strictObject({
  failPublish: probability.default(noFaults.failPublish),
  loseAnswer: probability.default(noFaults.loseAnswer),
  duplicate: probability.default(noFaults.duplicate),
  callbackDelayMs: z.int().min(0).default(noFaults.callbackDelayMs),
  seed: z.int().default(noFaults.seed),
})

const AdvanceBody = z.strictObject({ ms: z.int().min(0).optional() })

/** `/__test`: what a test may do that no user of the service can. */
export function controlsApi({ clock, dispatcher, faults, attempts }: Service): Hono {
  return new Hono()
    .get('/attempts', context => context.json(attempts))
    .delete('/attempts', context => {
      attempts.length = 0
      return context.body(null, 204)
    })
    .get('/faults', context => context.json(faults.settings()))
    .post('/faults', async context => {
      const { data, error } = FaultsBody.safeParse(await context.req.json().catch(() => undefined))
      if (!data) throw badRequest(z.prettifyError(error))
      faults.set(data)
      return context.json(data)
    })
    .post('/idle', async context => {
      await dispatcher.idle()
      return context.json({ now: clock.now() })
    })
    .post('/advance', async context => {
      if (!isVirtual(clock)) throw new Refusal(409, 'the clock of this server is not virtual')
      const { data, error } = AdvanceBody.safeParse(await context.req.json().catch(() => ({})))
      if (!data) throw badRequest(z.prettifyError(error))
      await dispatcher.idle()
      const moved = data.ms === undefined ? await clock.advanceToNext() : await clock.advance(data.ms)
      return context.json({ now: clock.now(), moved: moved ?? true })
    })
}
