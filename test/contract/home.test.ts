import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { homeLinks } from '../../tools/docs/site/home.ts'
import { sharedStack } from '../support/stack.ts'

const get = async (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL('/', (await sharedStack()).baseUrl), { method, headers })

const policy = /default-src 'none'.*frame-ancestors 'none'/

describe('GET /', () => {
  test.each([
    undefined,
    '*/*',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/json;q=0.5,text/html',
  ])('is a page without scripts that names the version for Accept %s', async accept => {
    const response = await get(accept === undefined ? {} : { accept })
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain(`version ${manifest.version}.`)
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
    expect(response.headers.get('content-security-policy')).toMatch(policy)
    expect(response.headers.get('x-request-id')).toMatch(/./)
  })

  test.each(['application/json', 'text/html;q=0.5,application/json'])(
    'is JSON with the version and absolute URLs for Accept %s',
    async accept => {
      const { baseUrl } = await sharedStack()
      const response = await get({ accept })
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(response.headers.get('content-security-policy')).toMatch(policy)
      expect(await response.json()).toEqual({
        name: 'Invigil',
        description: manifest.description,
        version: manifest.version,
        links: Object.fromEntries(homeLinks.map(({ name, path }) => [name, `${baseUrl}${path}`])),
      })
    },
  )

  test('every link of the page and of the JSON leads to a response with 200', async () => {
    const { baseUrl } = await sharedStack()
    const html = await (await get()).text()
    for (const { path } of homeLinks) {
      expect(html).toContain(`<a href="${path}">`)
      expect([path, (await fetch(`${baseUrl}${path}`)).status]).toEqual([path, 200])
    }
  })

  test('the page and the JSON have ETags of their own, and both are revalidated', async () => {
    const tags: string[] = []
    for (const accept of ['text/html', 'application/json']) {
      const first = await get({ accept })
      expect(first.headers.get('cache-control')).toBe('no-cache')
      expect(first.headers.get('vary')).toMatch(/\baccept\b/i)
      const tag = first.headers.get('etag') ?? ''
      tags.push(tag)
      const again = await get({ accept, 'if-none-match': tag })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
      expect((await get({ accept, 'if-none-match': '"another"' })).status).toBe(200)
    }
    expect(new Set(tags).size).toBe(2)
  })

  test('a 304 of the page has the Content-Security-Policy of the page', async () => {
    const { headers } = await get()
    const { headers: again } = await get({ 'if-none-match': headers.get('etag') ?? '' })
    expect(again.get('content-security-policy')).toBe(headers.get('content-security-policy'))
    expect(headers.get('content-security-policy')).toContain("style-src 'self'")
  })

  test('HEAD is answered without a body, and any other method is 405', async () => {
    const head = await get({}, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([
      200,
      '',
      (await get()).headers.get('etag'),
    ])
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await get({}, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })
})
