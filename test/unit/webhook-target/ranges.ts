// The special-purpose ranges as an independent copy of IANA's registries, compared by plain arithmetic, so that
// the guard is not tested against the library that it uses.

/** First and last address of a range, as numbers of `bits` bits. */
export type Range = { name: string; first: bigint; last: bigint }

export const v4Ranges: Range[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
].map(cidr => rangeOf(cidr, 32, ofV4))

/** In eight groups, since this file parses no abbreviations. */
const v6 = (groups: string, length: number) =>
  rangeOf(`${[...groups.split(':'), ...Array(8).fill('0')].slice(0, 8).join(':')}/${length}`, 128, ofV6)

export const v6Ranges: Range[] = [
  ...[v6('0', 8), v6('64:ff9b', 96), v6('64:ff9b:1', 48), v6('100', 64), v6('100:0:0:1', 64), v6('5f00', 16)],
  ...[v6('2001', 23), v6('2001', 32), v6('2001:2', 48), v6('2001:db8', 32), v6('2002', 16), v6('3fff', 20)],
  ...[v6('2001:4:112', 48), v6('2620:4f:8000', 48)],
  ...[v6('fc00', 7), v6('fe80', 10), v6('fec0', 10), v6('ff00', 8)],
  // Ranges that are not allocated as global unicast.
  ...[v6('0', 3), v6('4000', 2), v6('8000', 1)],
]

function rangeOf(cidr: string, bits: number, read: (text: string) => bigint): Range {
  const [start = '', length] = cidr.split('/')
  const first = read(start)
  return { name: cidr, first, last: first + 2n ** BigInt(bits - Number(length)) - 1n }
}

export const isInside = (ranges: Range[], address: bigint): boolean =>
  ranges.some(({ first, last }) => first <= address && address <= last)

function ofV4(text: string): bigint {
  return text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)
}

function ofV6(text: string): bigint {
  return text.split(':').reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

export const v4Text = (address: bigint): string =>
  [24n, 16n, 8n, 0n].map(shift => String((address >> shift) & 255n)).join('.')

export const v6Text = (address: bigint): string =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map(shift => ((address >> shift) & 65_535n).toString(16)).join(':')

const hex = (address: bigint) => `${(address >> 16n).toString(16)}:${(address & 65_535n).toString(16)}`

/** Every way to embed an IPv4 address in an IPv6 one. */
export const embeddings: Record<string, (address: bigint) => string> = {
  'mapped, dotted': address => `::ffff:${v4Text(address)}`,
  'mapped, in hexadecimal': address => `::ffff:${hex(address)}`,
  'mapped, written out': address => `0:0:0:0:0:FFFF:${hex(address)}`,
  'compatible, dotted': address => `::${v4Text(address)}`,
  'compatible, in hexadecimal': address => `::${hex(address)}`,
  'translated (SIIT)': address => `::ffff:0:${v4Text(address)}`,
  NAT64: address => `64:ff9b::${v4Text(address)}`,
  'local NAT64': address => `64:ff9b:1::${hex(address)}`,
  '6to4': address => `2002:${hex(address)}::1`,
  'the server of Teredo': address => `2001:0:${hex(address)}::1`,
  'the client of Teredo': address => `2001:0:4136:e378:8000:63bf:${hex(address ^ 0xffff_ffffn)}`,
  ISATAP: address => `fe80::5efe:${v4Text(address)}`,
  'ISATAP under a public prefix': address => `2606:4700:4700:1:0:5efe:${hex(address)}`,
  'ISATAP with a unique address': address => `2606:4700:4700:1:200:5efe:${hex(address)}`,
}
