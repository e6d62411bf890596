import { Problem } from './problem.ts'

type Limit = { limit: number; remaining: number; seconds: number; isWrite: boolean }

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: the limit of a minute, and what remains of it.
 * @param limit.seconds until the minute of the caller ends
 */
export function limitHeaders({ limit, remaining, seconds, isWrite }: Limit): Record<string, string> {
  const policy = isWrite ? '"writes"' : '"reads"'
  return {
    'ratelimit-policy': `${policy};q=${limit};w=60`,
    ratelimit: `${policy};r=${remaining};t=${seconds}`,
  }
}

/** Returns the problem of a caller that has sent as many requests in its minute as its limit allows. */
export const tooManyRequests = ({ limit, seconds, isWrite }: Omit<Limit, 'remaining'>) =>
  new Problem(
    'too_many_requests',
    `At most ${limit} ${isWrite ? 'writes' : 'reads'} a minute are allowed. Try again in ${seconds} seconds.`,
    {
      headers: {
        ...limitHeaders({ limit, remaining: 0, seconds, isWrite }),
        'retry-after': String(seconds),
      },
    },
  )
