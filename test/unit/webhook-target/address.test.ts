import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublic } from '../../../src/shared/target/address.ts'
import { targetErrorMessage } from '../../../src/shared/target/url.ts'
import { rounds } from '../../support/rounds.ts'
import { embeddings, isInside, type Range, v4Ranges, v4Text, v6Ranges, v6Text } from './ranges.ts'

const runs = { numRuns: rounds({ quick: 200, all: 2000 }) }

/** Any number, or one in or next to a range: random numbers would rarely meet small ranges. */
const near = (ranges: Range[], bits: number) => {
  const anywhere = fc.bigInt(0n, 2n ** BigInt(bits) - 1n)
  const atRange = fc.constantFrom(...ranges).chain(({ first, last }) => fc.bigInt(first, last))
  const edges = ranges.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n])
  const atEdge = fc.constantFrom(...edges.filter(edge => edge >= 0n && edge < 2n ** BigInt(bits)))
  return fc.oneof(anywhere, atRange, atEdge)
}

const v4 = near(v4Ranges, 32)
const v6 = near(v6Ranges, 128)

describe.each([
  { family: 'IPv4', ranges: v4Ranges, bits: 32n, text: v4Text },
  { family: 'IPv6', ranges: v6Ranges, bits: 128n, text: v6Text },
])('$family', ({ ranges, bits, text }) => {
  test.each(ranges)(
    '$name is refused from its first to its last address, and its neighbours are not',
    range => {
      const { first, last } = range
      expect([isPublic(text(first)), isPublic(text(last))]).toEqual([false, false])
      for (const outside of [first - 1n, last + 1n]) {
        if (outside < 0n || outside >= 2n ** bits) continue
        expect([text(outside), isPublic(text(outside))]).toEqual([text(outside), !isInside(ranges, outside)])
      }
    },
  )
})

test('an IPv4 address is public exactly if it is in no special range', () => {
  fc.assert(
    fc.property(v4, address => isPublic(v4Text(address)) === !isInside(v4Ranges, address)),
    runs,
  )
})

test('an IPv6 address is public exactly if it is in no special range', () => {
  fc.assert(
    fc.property(v6, address => isPublic(v6Text(address)) === !isInside(v6Ranges, address)),
    runs,
  )
})

test.each(Object.entries(embeddings))(
  '%s: no IPv4 address makes it public, alone or in a URL',
  (_, embed) => {
    fc.assert(
      fc.property(v4, address => {
        const text = embed(address)
        return !isPublic(text) && targetErrorMessage(`https://[${text}]/`, { allowHosts: [] }) !== undefined
      }),
      runs,
    )
  },
)

/** The ways to write one IPv4 address in a URL. */
const spellings: ((address: bigint) => string)[] = [
  v4Text,
  address => String(address),
  address => `0x${address.toString(16)}`,
  address => `0${address.toString(8)}`,
  address => `${address >> 24n}.${address & 0xff_ffffn}`,
  address => `${address >> 24n}.${(address >> 16n) & 255n}.${address & 0xffffn}`,
  address => v4Text(address).replace(/\d+/g, octet => `0x${Number(octet).toString(16)}`),
  address => v4Text(address).replace(/\d+/g, octet => `0${Number(octet).toString(8)}`),
  address => `${v4Text(address)}.`,
  address => v4Text(address).replaceAll('.', '。'),
  address => v4Text(address).replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit))),
  address => v4Text(address).replace(/\d/g, digit => `%3${digit}`),
]

test('every spelling of an IPv4 address in a URL has the result of the address', () => {
  fc.assert(
    fc.property(v4, fc.constantFrom(...spellings), (address, spell) => {
      const fault = targetErrorMessage(`https://${spell(address)}/hook`, { allowHosts: [] })
      return (fault === undefined) === !isInside(v4Ranges, address)
    }),
    { numRuns: rounds({ quick: 500, all: 5000 }) },
  )
})

test.each([
  ...['', 'localhost', 'example.com', '8.8.8', '134744072', '010.8.8.8', '0x8.8.8.8', '8.8.8.8.', ' 8.8.8.8'],
  ...['8.8.8.256', '8.8.8.8/32', '2606:4700::1%eth0', 'fe80::1%1', '[2606:4700::1]', '2606:4700::/32'],
  ...[
    '2606:4700',
    '2606::4700::1',
    '1:2:3:4:5:6:7:8:9',
    '2606:4700::g',
    ':',
    '::',
    '8.8.8.8:443',
    '8.8.8.8\n',
  ],
])('%j is not a plain spelling of a public address', text => {
  expect(isPublic(text)).toBe(false)
})

test.each([
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
  ],
  ...[
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2A00:1450:4001:0830:0000:0000:0000:200E',
    '2620:fe::fe',
  ],
  ...['2003::1', '2606:4700::5efe', '2606:4700:0:0:1:5efe:808:808', '2606:4700::1.1.1.1'],
])('%s is public', text => {
  expect(isPublic(text)).toBe(true)
})
