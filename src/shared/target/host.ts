import ipaddr from 'ipaddr.js'

/**
 * Returns the host of a URL for comparison and resolution: as the parser serializes it, without the trailing dot of the
 * DNS root.
 */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '')

/** Returns the address if the host is an IP address. The URL parser has already converted it to canonical form. */
export function addressIn(host: string): string | undefined {
  if (host.startsWith('[')) return host.slice(1, -1)
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? host : undefined
}

/** A label of a host name (RFC 1123, section 2.1). DNS also allows the underscore. */
const label = /^[a-z0-9_-]{1,63}$/

/** The maximum length of a name in DNS (RFC 1035, section 3.1), without the trailing dot. */
const maxNameLength = 253

/** Returns whether the text is a valid name in DNS. */
export const isHostName = (host: string): boolean =>
  host.length <= maxNameLength && host.split('.').every(part => label.test(part))
