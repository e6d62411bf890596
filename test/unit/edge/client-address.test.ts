// The address that the edge passes on to the areas.
import { expect, test } from 'vitest'
import { withClientAddress } from '../../../src/edge/client-address.ts'

const BASE_URL = 'https://exams.school.example'
const header = 'cf-connecting-ip'
const forged = { [header]: '192.0.2.66' }

const passedOn = (
  headers: Record<string, string>,
  { method = 'POST', ...env }: { method?: string; TRUSTED_PROXIES?: string; BASE_URL?: string } = {},
) =>
  withClientAddress(new Request(`${BASE_URL}/x`, { method, headers }), { BASE_URL, ...env }).headers.get(
    header,
  )

test('on Cloudflare the header is that of Cloudflare, and X-Forwarded-For is ignored', () => {
  expect(passedOn({ ...forged, 'x-forwarded-for': '198.51.100.7' })).toBe('192.0.2.66')
  expect(passedOn({ 'x-forwarded-for': '198.51.100.7' })).toBeNull()
})

test('on one machine what the client sends is replaced, for reads and writes', () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(passedOn(forged, { method, TRUSTED_PROXIES: '' })).toBe('127.0.0.1')
    const headers = { ...forged, 'x-forwarded-for': '198.51.100.7' }
    expect(passedOn(headers, { method, TRUSTED_PROXIES: '' })).toBe('127.0.0.1')
    expect(passedOn(headers, { method, TRUSTED_PROXIES: '127.0.0.1' })).toBe('198.51.100.7')
  }
})

test('on one machine a client that sends no address has one, for reads and writes', () => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    expect(passedOn(headers, { method, TRUSTED_PROXIES: '127.0.0.1' })).toBe('198.51.100.7')
    expect(passedOn(headers, { method, TRUSTED_PROXIES: '' })).toBe('127.0.0.1')
  }
})

test('in a local system a client on the machine has no address', () => {
  const local = { TRUSTED_PROXIES: '', BASE_URL: 'http://127.0.0.1:8787' }
  expect(passedOn(forged, local)).toBeNull()
  expect(passedOn({ 'x-forwarded-for': '198.51.100.7' }, local)).toBeNull()
  expect(passedOn({ 'x-forwarded-for': '198.51.100.7' }, { ...local, TRUSTED_PROXIES: '127.0.0.1' })).toBe(
    '198.51.100.7',
  )
})

test('the request keeps its method, URL, headers and body', async () => {
  const sent = new Request(`${BASE_URL}/x?y=1`, { method: 'PUT', headers: { a: 'b' }, body: 'text' })
  const request = withClientAddress(sent, { BASE_URL, TRUSTED_PROXIES: '' })
  expect([request.method, request.url, request.headers.get('a')]).toEqual(['PUT', `${BASE_URL}/x?y=1`, 'b'])
  expect(await request.text()).toBe('text')
})
