// What a webhook's name leads to, asked over HTTPS right before a delivery. A Worker cannot tell fetch which address to
// take, so a name that changes in between is called after all: what then still holds is that Workers have no route to
// private networks (only a local workerd has).

import * as z from 'zod'
import { isPublic } from './address.ts'
import { isExcepted } from './allow-hosts.ts'
import { addressIn, hostOf } from './host.ts'
import { faultOfTarget, type TargetRules } from './url.ts'

/** Why a delivery was not tried: the target is forbidden, or its name cannot be resolved now. */
type TargetReason = 'blocked' | 'dns'

/** A target that must not be called. The message may be shown to the customer. */
export class TargetError extends Error {
  readonly reason: TargetReason

  constructor(reason: TargetReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** All addresses of a name, of both families. @throws TargetError `dns` when not all could be learned */
export type Resolve = (name: string) => Promise<readonly string[]>

type Options = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** A resolver that answers `application/dns-json`. */
  endpoint?: string
  /** For both families together. */
  timeoutMs?: number
}

/** The numbers of the record types (RFC 1035 and 3596). Aliases are in the answer too, and are not addresses. */
const recordTypes = { A: 1, AAAA: 28 }
type RecordType = keyof typeof recordTypes

/** RFC 1035, section 4.1.1: the reasons that are seen. */
const responseCodes: Record<number, string> = { 2: 'SERVFAIL', 3: 'NXDOMAIN', 5: 'REFUSED' }

/** The form of Cloudflare's and Google's resolvers; a truncated answer may lack the address that matters. */
const DnsAnswer = z.object({
  Status: z.int(),
  TC: z.literal(false).optional(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
})

/** As much as a DNS message can be (RFC 1035, section 4.2.2); in JSON about a thousand addresses still fit. */
const maxAnswerBytes = 65_535

/** A resolver over HTTPS. Both families must answer: the one that is silent could hold the address that fetch takes. */
export function resolverOf({
  fetch,
  endpoint = 'https://cloudflare-dns.com/dns-query',
  timeoutMs = 5000,
}: Options): Resolve {
  async function ask(name: string, type: RecordType, signal: AbortSignal): Promise<string[]> {
    const query = new URL(endpoint)
    query.searchParams.set('name', name)
    query.searchParams.set('type', type)
    const headers = { accept: 'application/dns-json' }
    const response = await fetch(query.href, { headers, redirect: 'manual', signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw new TargetError('dns', `The resolver answered with status ${response.status}.`)
    }
    return addressesIn(DnsAnswer.parse(JSON.parse(await textOf(response))), type)
  }

  return async name => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return (await Promise.all([ask(name, 'A', signal), ask(name, 'AAAA', signal)])).flat()
    } catch (error) {
      if (error instanceof TargetError) throw error
      throw new TargetError('dns', 'The resolver gave no answer that can be read.', { cause: error })
    }
  }
}

function addressesIn({ Status, Answer }: z.infer<typeof DnsAnswer>, type: RecordType): string[] {
  if (Status !== 0) throw new TargetError('dns', `DNS answered ${responseCodes[Status] ?? `code ${Status}`}.`)
  return Answer.filter(record => record.type === recordTypes[type]).map(({ data }) => data)
}

async function textOf({ body }: Response): Promise<string> {
  const utf8 = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxAnswerBytes) throw new TargetError('dns', 'The answer of the resolver is too large.')
    text += utf8.decode(part, { stream: true })
  }
  return text
}

/**
 * Holds right before a delivery that the target may be called: the URL still, and every address that its name has now.
 * Hosts that are excepted are not resolved. @throws TargetError
 */
export async function requirePublicTarget(
  url: string,
  { resolve, ...rules }: TargetRules & { resolve: Resolve },
): Promise<void> {
  const fault = faultOfTarget(url, rules)
  if (fault !== undefined) throw new TargetError('blocked', fault)
  const target = new URL(url)
  const host = hostOf(target)
  if (isExcepted(target, rules.allowHosts) || addressIn(host) !== undefined) return
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new TargetError('dns', 'The name has no address.')
  if (!addresses.every(isPublic))
    throw new TargetError('blocked', 'The name leads to an address that is not public.')
}
