import { describe, expect, test } from 'vitest'
import { servePage } from '../../src/edge/pages.ts'
import { sharedStack } from '../support/stack.ts'

const guard = {
  'content-type': expect.stringMatching(/^text\/html/),
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
const features = 'camera=(), microphone=(), geolocation=()'

describe('the headers of pages', () => {
  const ask = async (path: string, method = 'GET') =>
    fetch(`${(await sharedStack()).baseUrl}${path}`, { method })

  test('the page of a password link has all security headers, and no HSTS over HTTP', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask('/reset-password', method)
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        ...guard,
        'permissions-policy': features,
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers.has('strict-transport-security')).toBe(false)
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  test('an embeddable page has the same headers, but can use WebSockets and the camera, and share its opener', async () => {
    const { headers } = await ask('/embed/exam-session')
    const { host } = new URL((await sharedStack()).baseUrl)
    const policy = guard['content-security-policy'].replace(
      "connect-src 'self'",
      `connect-src 'self' ws://${host}`,
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      ...guard,
      'content-security-policy': policy,
      'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
    })
    expect(headers.has('cross-origin-opener-policy')).toBe(false)
  })

  test('the console is served at every address below its path, and may use WebSockets', async () => {
    const { host } = new URL((await sharedStack()).baseUrl)
    const policy = guard['content-security-policy'].replace(
      "connect-src 'self'",
      `connect-src 'self' ws://${host}`,
    )
    for (const path of ['/console', '/console/', '/console/sign-in', '/console/installs/AI0/sessions?a=b']) {
      const { status, headers } = await ask(path)
      expect([path, status]).toEqual([path, 200])
      expect(Object.fromEntries(headers)).toMatchObject({ ...guard, 'content-security-policy': policy })
    }
  })

  test('the scripts of the console never change at their address, and their page names them', async () => {
    const { baseUrl } = await sharedStack()
    const page = await (await fetch(`${baseUrl}/console`)).text()
    const assets = [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(assets.length).toBeGreaterThan(1)
    for (const path of assets) {
      const { status, headers } = await ask(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    expect(page).not.toMatch(/<script(?![^>]*src=)|style="|\son\w+=/)
  })

  test('on HTTPS, the page has HSTS', async () => {
    const page = new Response('', { headers: { 'content-type': 'text/html' } })
    const env = { BASE_URL: 'https://api.invigil.example', ASSETS: { fetch: async () => page } }
    const { headers } = await servePage(new Request('https://api.invigil.example/reset-password'), env)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test.each(['/console/reset-password.js', '/console/reset-password.css'])(
    '%s is restricted to pages of this origin, and is revalidated each time',
    async path => {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-cache',
      })
      expect(headers.has('access-control-allow-origin')).toBe(false)
    },
  )

  test('the page responds to GET and HEAD only, and at one address', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await ask('/reset-password', method)
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    for (const path of ['/reset-password.html', '/console/nothing.js', '/console/assets/nothing.js'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })
})
