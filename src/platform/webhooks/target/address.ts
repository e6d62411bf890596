import ipaddr from 'ipaddr.js'

/**
 * All that IANA has given out as global unicast (RFC 4291, section 2.4). Outside of it lie IPv4 in its compatible,
 * mapped and translated forms, NAT64, the discard prefix, segment routing, unique and link local, and multicast.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether the address is one that the public internet routes, in its one plain spelling: octal or short forms, zones
 * and whatever is no address at all are not. IPv6 that leads on to an IPv4 address is refused whatever that one is.
 * The ranges are those of IANA's special-purpose registries (RFC 6890), as ipaddr.js lists them.
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

/** ISATAP (RFC 5214, section 6.1) is told by the interface identifier alone, under any prefix. */
const isIsatap = ({ parts: [, , , , first = 0, second = 0] }: ipaddr.IPv6): boolean =>
  (first === 0 || first === 0x200) && second === 0x5efe
