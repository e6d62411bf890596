// Resolves the host of a webhook over HTTPS immediately before a delivery. A Worker cannot choose the address that
// fetch connects to, so a name that changes in between is not detected. Workers have no route to private networks,
// which limits the risk to a local workerd.

import * as z from 'zod'
import { isPublic } from './address.ts'
import { isExempt } from './allow-hosts.ts'
import { addressIn, hostOf } from './host.ts'
import { type TargetRules, targetErrorMessage } from './url.ts'

/** Why no request was sent: the target is forbidden, or its name cannot be resolved. */
type TargetReason = 'blocked' | 'dns'

/** The target must not be called. The message may be shown to the customer. */
export class TargetError extends Error {
  readonly reason: TargetReason

  constructor(reason: TargetReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Returns all IPv4 and IPv6 addresses of a name. @throws TargetError `dns` if one of the queries fails */
export type Resolve = (name: string) => Promise<readonly string[]>

type Options = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The URL of a resolver that supports `application/dns-json`. */
  endpoint?: string
  /** The timeout for both queries together. */
  timeoutMs?: number
}

/**
 * The numbers of the record types (RFC 1035 and 3596). An answer also contains alias records, which are not addresses.
 */
const recordTypes = { A: 1, AAAA: 28 }
type RecordType = keyof typeof recordTypes

/** The common response codes of RFC 1035, section 4.1.1. */
const responseCodes: Record<number, string> = { 2: 'SERVFAIL', 3: 'NXDOMAIN', 5: 'REFUSED' }

/**
 * The response format of Cloudflare's and Google's resolvers. A truncated response is refused: it may omit addresses.
 */
const DnsAnswer = z.object({
  Status: z.int(),
  TC: z.literal(false).optional(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
})

/** The maximum size of a DNS message (RFC 1035, section 4.2.2). In JSON it holds about a thousand addresses. */
const maxResponseBytes = 65_535

/** Returns a resolver over HTTPS. Both queries must succeed: fetch may connect to an address of either family. */
export function resolverOf({
  fetch,
  endpoint = 'https://cloudflare-dns.com/dns-query',
  timeoutMs = 5000,
}: Options): Resolve {
  async function query(name: string, type: RecordType, signal: AbortSignal): Promise<string[]> {
    const url = new URL(endpoint)
    url.searchParams.set('name', name)
    url.searchParams.set('type', type)
    const headers = { accept: 'application/dns-json' }
    const response = await fetch(url.href, { headers, redirect: 'manual', signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw new TargetError('dns', `The DNS resolver responded with status ${response.status}.`)
    }
    return addressesIn(DnsAnswer.parse(JSON.parse(await textOf(response))), type)
  }

  return async name => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return (await Promise.all([query(name, 'A', signal), query(name, 'AAAA', signal)])).flat()
    } catch (error) {
      if (error instanceof TargetError) throw error
      throw new TargetError('dns', 'The DNS resolver did not return a valid response.', { cause: error })
    }
  }
}

function addressesIn({ Status, Answer }: z.infer<typeof DnsAnswer>, type: RecordType): string[] {
  if (Status !== 0) throw new TargetError('dns', `DNS returned ${responseCodes[Status] ?? `code ${Status}`}.`)
  return Answer.filter(record => record.type === recordTypes[type]).map(({ data }) => data)
}

async function textOf({ body }: Response): Promise<string> {
  const utf8 = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxResponseBytes)
      throw new TargetError('dns', 'The response of the DNS resolver is too large.')
    text += utf8.decode(part, { stream: true })
  }
  return text
}

/**
 * Checks a target immediately before a delivery: its URL, and every address to which its name resolves. Exempt hosts
 * are not resolved.
 * @throws TargetError
 */
export async function requirePublicTarget(
  url: string,
  { resolve, ...rules }: TargetRules & { resolve: Resolve },
): Promise<void> {
  const error = targetErrorMessage(url, rules)
  if (error !== undefined) throw new TargetError('blocked', error)
  const target = new URL(url)
  const host = hostOf(target)
  if (isExempt(target, rules.allowHosts) || addressIn(host) !== undefined) return
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new TargetError('dns', 'The host name has no address.')
  if (!addresses.every(isPublic))
    throw new TargetError('blocked', 'The host name resolves to an address that is not public.')
}
