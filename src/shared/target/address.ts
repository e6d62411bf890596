import ipaddr from 'ipaddr.js'

/**
 * The block that IANA has allocated as global unicast (RFC 4291, section 2.4). It excludes IPv4-compatible, IPv4-mapped
 * and IPv4-translated addresses, NAT64, the discard prefix, segment routing, unique local, link local and multicast.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether the text is an address that the public internet routes, in canonical form. Returns false for octal
 * and short forms, zones, and text that is not an address. IPv6 addresses that embed an IPv4 address are always
 * refused. The ranges are those of IANA's special-purpose registries (RFC 6890), as listed by ipaddr.js.
 */
export function isPublic(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast'
  return ipaddr.IPv6.isValid(address) && isPublicV6(ipaddr.IPv6.parse(address))
}

const isPublicV6 = (address: ipaddr.IPv6): boolean =>
  address.match(globalUnicast) &&
  address.range() === 'unicast' &&
  address.zoneId === undefined &&
  !isIsatap(address)

/** ISATAP addresses (RFC 5214, section 6.1) are identified by the interface identifier, under any prefix. */
const isIsatap = ({ parts: [, , , , first = 0, second = 0] }: ipaddr.IPv6): boolean =>
  (first === 0 || first === 0x200) && second === 0x5efe
