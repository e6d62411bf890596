// The keys of changes whose result is unknown, because their response was lost. The operator presses the button again, and
// the change has one effect.

const keyHeader = 'idempotency-key'

/** These say nothing about an earlier attempt: not signed in, still in progress, too many requests. */
const notAboutTheChange: ReadonlySet<number> = new Set([401, 409, 429])

const isSettled = ({ status }: Response): boolean => status < 500 && !notAboutTheChange.has(status)

/** Returns what two attempts at the same change have in common; undefined for a request without a key. */
function changeOf(url: URL, { method, body }: RequestInit, headers: Headers): string | undefined {
  const isComparable = typeof body === 'string' || body === undefined || body === null
  if (!(headers.has(keyHeader) && isComparable)) return undefined
  return JSON.stringify([method, url.href, headers.get('if-match'), body])
}

/**
 * Returns a function that sends a change by `attempt`. The same change gets the key of the attempt before, until a response
 * settles it.
 */
export function unsettledChanges() {
  const keys = new Map<string, string>()
  return async (
    url: URL,
    init: RequestInit & { headers: Headers },
    attempt: () => Promise<Response>,
  ): Promise<Response> => {
    const { headers } = init
    const change = changeOf(url, init, headers)
    if (change === undefined) return attempt()
    const key = keys.get(change) ?? headers.get(keyHeader) ?? ''
    headers.set(keyHeader, key)
    keys.set(change, key)
    const response = await attempt()
    if (isSettled(response)) keys.delete(change)
    return response
  }
}
