import * as z from 'zod'
import { badRequest, unsupported } from '../refusal.ts'

/** One publish, as a request of its own or as part of a batch. */
export type Publish = {
  destination: string
  /** By lower-case name. */
  headers: Record<string, string>
  body: Uint8Array
}

const Batch = z.array(
  z.object({
    destination: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().nullish(),
    queue: z.string().optional(),
  }),
)

/**
 * The publishes of a batch.
 * @throws Refusal 400 for invalid JSON, 501 for queues
 */
export function batchOf(json: unknown): Publish[] {
  const { data, error } = Batch.safeParse(json)
  if (!data) throw badRequest(`invalid batch: ${z.prettifyError(error)}`)
  return data.map(({ destination, headers = {}, body, queue }) => {
    if (queue !== undefined) throw unsupported('queues')
    const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    return { destination, headers: Object.fromEntries(entries), body: Buffer.from(body ?? '') }
  })
}
