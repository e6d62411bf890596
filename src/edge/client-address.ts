// On Cloudflare, `CF-Connecting-IP` has the address of the client, whatever the client sends. Here the edge sets the
// header in the stack on one machine, so that no client can choose its address there either.

import {
  clientAddress,
  isLoopback,
  isLoopbackOrigin,
  type Networks,
  parseNetworks,
} from '../shared/values/client-address.ts'

type Bindings = { BASE_URL: string; TRUSTED_PROXIES?: string }

const header = 'cf-connecting-ip'

/** The stack binds the edge to loopback: other peers reach it through a proxy, or through tools/stack/front.ts. */
const peer = '127.0.0.1'

/** What follows from the bindings. `isLocal`: only clients on this machine reach the origin. */
type Settings = { origin: string; proxies: string; trusted: Networks; isLocal: boolean }

let cached: Settings | undefined

function settingsOf(origin: string, proxies: string): Settings {
  if (cached?.origin !== origin || cached.proxies !== proxies)
    cached = { origin, proxies, trusted: parseNetworks(proxies), isLocal: isLoopbackOrigin(origin) }
  return cached
}

/**
 * Returns the request with the address of its client. Unchanged on Cloudflare. Clients of a local system that are on the
 * machine itself have no address: rate limits by address would count all of them as one client.
 */
export function withClientAddress(request: Request, { BASE_URL, TRUSTED_PROXIES }: Bindings): Request {
  if (TRUSTED_PROXIES === undefined) return request
  const { headers } = request
  const { trusted, isLocal } = settingsOf(BASE_URL, TRUSTED_PROXIES)
  // Without trusted proxies the client is the peer.
  const address = trusted.length > 0 ? clientAddress(peer, headers.get('x-forwarded-for'), trusted) : peer
  const isOfThisMachine = isLocal && (address === peer || isLoopback(address))
  if (isOfThisMachine && !headers.has(header)) return request
  const changed = new Request(request)
  if (isOfThisMachine) changed.headers.delete(header)
  else changed.headers.set(header, address)
  return changed
}
