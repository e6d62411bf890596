import * as z from 'zod'
import { badRequest } from '../refusal.ts'
import type { Publish } from './publish.ts'

const Batch = z.array(
  z.object({
    destination: z.string(),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
    body: z.string().nullish(),
    queue: z.string().optional(),
  }),
)

/**
 * The publishes of a batch.
 * @throws Refusal 400
 */
export function batchOf(json: unknown): Publish[] {
  const { data, error } = Batch.safeParse(json)
  if (!data) throw badRequest(`invalid batch: ${z.prettifyError(error)}`)
  return data.map(({ destination, headers = {}, body, queue }) => ({
    ...{ destination, queue, body: Buffer.from(body ?? '') },
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
  }))
}
