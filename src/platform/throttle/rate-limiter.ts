// Checks Cloudflare's rate limiter, if configured. It refuses floods before they reach the database. The exact limits
// are counted in the database.

import * as z from 'zod'
import { tooManyAttempts } from '../../shared/problems/problem.ts'
import { clientOf, networkOf } from '../identity/client.ts'

type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> }

export const RateLimiter = z.custom<RateLimiter>(
  value => typeof value === 'object' && value !== null && 'limit' in value,
  'Expected a rate limiter.',
)

const periodSeconds = 60 // wrangler.toml

type LimitedRequest = { env: { limiter?: RateLimiter | undefined }; header(name: string): string | undefined }

/**
 * The `before` step of unauthenticated operations.
 * @throws Problem `too_many_attempts` when the address exceeds its rate
 */
export async function requireRate({ env: { limiter }, header }: LimitedRequest): Promise<void> {
  const { address } = clientOf(header)
  if (!limiter || address === null) return
  const { success } = await limiter.limit({ key: networkOf(address) })
  if (!success) throw tooManyAttempts(periodSeconds)
}
