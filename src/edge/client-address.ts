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

let cached: { text: string; networks: Networks } | undefined

function networksIn(text: string): Networks {
  if (cached?.text !== text) cached = { text, networks: parseNetworks(text) }
  return cached.networks
}

/**
 * Returns the request with the address of its client. Unchanged on Cloudflare, and for a read without the header, since
 * only writes use the address. Clients of a local system that are on the machine itself have no address: rate limits by
 * address would count all of them as one client.
 */
export function withClientAddress(request: Request, { BASE_URL, TRUSTED_PROXIES }: Bindings): Request {
  if (TRUSTED_PROXIES === undefined) return request
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (isRead && !request.headers.has(header)) return request
  const address = clientAddress(peer, request.headers.get('x-forwarded-for'), networksIn(TRUSTED_PROXIES))
  const changed = new Request(request)
  if (isLoopback(address) && isLoopbackOrigin(BASE_URL)) changed.headers.delete(header)
  else changed.headers.set(header, address)
  return changed
}
