// Which address counts as the client's, behind proxies.
import { expect, test } from 'vitest'
import {
  clientAddress,
  isLoopback,
  isLoopbackOrigin,
  parseNetworks,
} from '../../../src/shared/values/client-address.ts'

const trusted = parseNetworks('127.0.0.1, 10.1.0.0/16, 2001:db8::/32')
const of = (peer: string, forwarded: string | null) => clientAddress(peer, forwarded, trusted)

test('the peer is the client if it is not a trusted proxy, whatever X-Forwarded-For contains', () => {
  expect(of('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
  expect(of('127.0.0.2', '198.51.100.7')).toBe('127.0.0.2')
  expect(of('10.2.0.1', '198.51.100.7, 127.0.0.1')).toBe('10.2.0.1')
  expect(clientAddress('127.0.0.1', '198.51.100.7', [])).toBe('127.0.0.1')
})

test('behind trusted proxies it is the last address that is not one of them', () => {
  expect(of('127.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
  expect(of('127.0.0.1', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
  expect(of('127.0.0.1', '203.0.113.9, 198.51.100.7, 10.1.2.3')).toBe('198.51.100.7')
  expect(of('2001:db8::5', '198.51.100.7,10.1.2.3, 2001:db8::7')).toBe('198.51.100.7')
})

test('if all addresses are of trusted proxies it is the first of them', () => {
  expect(of('127.0.0.1', '10.1.9.9, 10.1.2.3')).toBe('10.1.9.9')
  expect(of('127.0.0.1', null)).toBe('127.0.0.1')
})

test('an entry that is not an address ends the search', () => {
  for (const entry of [
    'unknown',
    '_hidden',
    '',
    '999.1.1.1',
    '127.1',
    '0x7f.0.0.1',
    'fe80::1%eth0',
    "1.1.1.1'; --",
  ])
    expect(of('127.0.0.1', `203.0.113.9, ${entry}, 10.1.2.3`), entry).toBe('10.1.2.3')
})

test('ports are removed, and an IPv4-mapped address is an IPv4 address', () => {
  expect(of('::ffff:127.0.0.1', '198.51.100.7:51234')).toBe('198.51.100.7')
  expect(of('127.0.0.1', '[2001:41d0::1]:443')).toBe('2001:41d0::1')
  expect(of('127.0.0.1', '::ffff:198.51.100.7')).toBe('198.51.100.7')
})

test('networks are addresses or CIDR, and never all addresses', () => {
  expect(parseNetworks('')).toEqual([])
  for (const text of [
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'proxy',
    '::1%lo',
    '10.0.0.0/-1',
  ])
    expect(() => parseNetworks(text), text).toThrow(`${text} is neither an address nor a network.`)
})

test('loopback is 127.0.0.0/8, ::1 and localhost', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].filter(text => !isLoopback(text))).toEqual([])
  expect(['0.0.0.0', '::', '10.0.0.1', 'localhost', ''].filter(isLoopback)).toEqual([])
  const local = ['http://127.0.0.1:8787', 'https://localhost', 'http://[::1]:80']
  expect(local.filter(origin => !isLoopbackOrigin(origin))).toEqual([])
  expect(['http://10.0.0.1', 'https://localhost.example', 'http://0.0.0.0'].filter(isLoopbackOrigin)).toEqual(
    [],
  )
})
