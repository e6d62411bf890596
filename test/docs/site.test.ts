import { expect, test } from 'vitest'
import { problems } from '../../src/shared/problems/problem.ts'
import { documentationPages, sources } from '../../tools/docs/site/pages.ts'
import { sharedStack } from '../support/stack.ts'

const pages = documentationPages()
const hrefs = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)
const ids = (html = '') => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
/** Paths of the edge that are not Markdown pages. */
const others = ['/docs', '/openapi.json', '/console/docs.css']

test.each(Object.keys(pages))('%s: every link has a target', address => {
  const html = pages[address] ?? ''
  const broken = hrefs(html).filter(href => {
    if (/^(?:https?|mailto|data):/.test(href)) return false
    const [path = '', anchor] = href.split('#')
    const target = path || address
    if (others.includes(target)) return anchor !== undefined
    return pages[target] === undefined || (anchor !== undefined && !ids(pages[target]).has(anchor))
  })
  expect(broken).toEqual([])
})

test('every problem has an anchor at the address of its type', () => {
  expect([...ids(pages['/docs/errors'])]).toEqual(expect.arrayContaining(Object.keys(problems)))
})

const linksOfNavigation = (html = '') =>
  hrefs(/<nav class="pages".*?<\/nav>/s.exec(html)?.[0] ?? '').filter(href => href.startsWith('/docs/'))

test('the navigation has the groups of the index, and every page except the decision records once', () => {
  const html = pages['/docs/start'] ?? ''
  const names = [...html.matchAll(/<p id="group-\w+">([^<]+)<\/p>/g)].map(([, name]) => name)
  expect(names).toEqual(['Start', 'Concepts', 'Guides', 'Reference', 'Operations', 'Project'])
  const expected = Object.keys(pages).filter(
    page => page !== '/docs/overview' && !page.startsWith('/docs/adr/'),
  )
  expect(linksOfNavigation(html).toSorted()).toEqual(expected.toSorted())
})

test.each(Object.entries(pages))('%s: the navigation marks at most this page as current', (address, html) => {
  const nav = /<nav class="pages".*?<\/nav>/s.exec(html)?.[0] ?? ''
  const current = [...nav.matchAll(/ href="([^"]+)" aria-current="page"/g)].map(([, href]) => href)
  const expected = address.startsWith('/docs/adr/') ? '/docs/decisions' : address
  expect(current).toEqual(address === '/docs/overview' ? [] : [expected])
})

test('each file has its own address', () => {
  expect(Object.keys(pages).length).toBe(sources().length)
  expect(sources().map(({ file, address }) => `${file} ${address}`)).toEqual(
    expect.arrayContaining(['docs/reference/errors.md /docs/errors', 'docs/start.md /docs/start']),
  )
})

test('scripts in Markdown do not run in the page', () => {
  for (const html of Object.values(pages)) expect(html).not.toMatch(/<script|<style|<[^>]* (style|on\w+)=/)
})

test('the edge serves the pages, and permits inline styles in the reference only', async () => {
  const { baseUrl } = await sharedStack()
  for (const address of ['/docs', ...Object.keys(pages)]) {
    const answer = await fetch(`${baseUrl}${address}`)
    expect([address, answer.status, answer.headers.get('content-type')]).toEqual([
      address,
      200,
      'text/html; charset=utf-8',
    ])
    const styles = /style-src ([^;]+);/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    expect(styles).toBe(address === '/docs' ? "'self' 'unsafe-inline'" : "'self'")
  }
  const missing = await fetch(`${baseUrl}/docs/nothing`)
  expect([missing.status, JSON.parse(await missing.text()).code]).toEqual([404, 'not_found'])
})
