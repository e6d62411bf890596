// The address of a client behind reverse proxies.

import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Networks: each an address and the length of its prefix. */
export type Networks = [Address, number][]

/** Returns an IPv4 address for an IPv4-mapped one; undefined for anything else than an address without a zone. */
function addressIn(text: string): Address | undefined {
  const isV6 = text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text)
  return isV6 || ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.process(text) : undefined
}

/**
 * Parses addresses and networks (CIDR) that are separated by commas.
 * @throws Error if one of them is malformed, or contains all addresses
 */
export const parseNetworks = (text: string): Networks =>
  text.split(',').flatMap(entry => (entry.trim() === '' ? [] : [networkIn(entry.trim())]))

function networkIn(text: string): Networks[number] {
  const [first = '', prefix, ...rest] = text.split('/')
  const address = addressIn(first)
  const bits = address?.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0
  if (!address || rest.length > 0 || length < 1 || length > bits)
    throw new Error(`${text} is neither an address nor a network.`)
  return [address, length]
}

/** Whether the text is a loopback address, in 127.0.0.0/8 or ::1. */
export const isLoopback = (text: string): boolean => addressIn(text)?.range() === 'loopback'

/** Whether only clients on the same machine can reach the origin. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

/** Removes the port that some proxies append: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop

/**
 * Returns the address of the client. It is the peer of the connection; if that is a trusted proxy, it is the last
 * address of `X-Forwarded-For` that is not a trusted proxy. Each proxy appends the address of its peer, so what is
 * further left may be forged. Stops at an entry that is not an address.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: Networks): string {
  const hops = forwardedFor?.split(',') ?? []
  let client = addressIn(peer)
  while (client && isIn(client, trusted)) {
    const next = addressIn(withoutPort(hops.pop()?.trim() ?? ''))
    if (!next) break
    client = next
  }
  return client?.toString() ?? peer
}

const isIn = (address: Address, networks: Networks): boolean =>
  ipaddr.subnetMatch(address, { networks }, 'none') === 'networks'
