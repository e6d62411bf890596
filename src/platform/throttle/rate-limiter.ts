// Cloudflare's rate limiter stands in front where it is configured: it spares the database a flood. What holds exactly
// is counted in the database.

import * as z from 'zod'
import { tooManyAttempts } from '../../shared/problems/problem.ts'
import { clientOf, networkOf } from '../identity/client.ts'

type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> }

export const RateLimiter = z.custom<RateLimiter>(
  value => typeof value === 'object' && value !== null && 'limit' in value,
  'Expected a rate limiter.',
)

const periodSeconds = 60 // wrangler.toml

type Asking = { env: { limiter?: RateLimiter | undefined }; header(name: string): string | undefined }

/** The `before` of what is tried by strangers. @throws Problem `too_many_attempts` when too much came from the address within a minute */
export async function requireRate({ env: { limiter }, header }: Asking): Promise<void> {
  const { address } = clientOf(header)
  if (!limiter || address === null) return
  const { success } = await limiter.limit({ key: networkOf(address) })
  if (!success) throw tooManyAttempts(periodSeconds)
}
