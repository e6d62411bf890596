import ipaddr from 'ipaddr.js'

/** The host of a URL as it is compared and resolved: as the parser writes it, and without the dot of DNS's root. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '')

/** The address that a host is, if it is no name. The URL parser has brought every spelling to the plain one. */
export function addressIn(host: string): string | undefined {
  if (host.startsWith('[')) return host.slice(1, -1)
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? host : undefined
}

/** A label of a host name (RFC 1123, section 2.1), and the underscore that DNS carries as well. */
const label = /^[a-z0-9_-]{1,63}$/

/** The longest name that fits a DNS message (RFC 1035, section 3.1), without the root's dot. */
const longestName = 253

/** Whether DNS can be asked for the name. */
export const isHostName = (host: string): boolean =>
  host.length <= longestName && host.split('.').every(part => label.test(part))
