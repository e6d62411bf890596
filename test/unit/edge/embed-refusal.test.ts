import { expect, test } from 'vitest'
import { serveEmbed } from '../../../src/edge/embed.ts'

test('only the refused origin can frame the page of a refusal, and only a real origin', async () => {
  const page = () => new Response('page', { headers: { 'content-type': 'text/html' } })
  const allowedOrigins = ['https://lms.example']
  const asked: string[] = []
  const env = {
    BASE_URL: 'https://invigil.example',
    ASSETS: {
      fetch: (request: Request | string) => {
        asked.push(new URL(typeof request === 'string' ? request : request.url).pathname)
        return Promise.resolve(page())
      },
    },
    STS: { fetch: async () => Response.json({ allowedOrigins }) },
  } as unknown as Parameters<typeof serveEmbed>[1]
  const policyFor = async (referer: string | undefined, query = `?install=AI${'0'.repeat(32)}`) => {
    const headers = referer === undefined ? {} : { referer }
    const response = await serveEmbed(
      new Request(`https://invigil.example/embed/exam-session${query}`, { headers }),
      env,
    )
    const policy = response.headers.get('content-security-policy') ?? ''
    return [asked.at(-1), policy.slice(policy.indexOf('frame-ancestors'))]
  }
  const shown = '/embed/exam-session'
  const refused = '/embed/not-allowed'
  expect(await policyFor('https://lms.example/')).toEqual([shown, 'frame-ancestors https://lms.example'])
  expect(await policyFor(undefined)).toEqual([shown, 'frame-ancestors https://lms.example'])
  expect(await policyFor('https://invigil.example/')).toEqual([shown, 'frame-ancestors https://lms.example'])
  expect(await policyFor('https://evil.example/')).toEqual([refused, 'frame-ancestors https://evil.example'])
  for (const odd of ['null', 'data:text/html,x', 'file:///x', "https://a'; script-src *", 'https://*/'])
    expect(await policyFor(odd), odd).toEqual([shown, 'frame-ancestors https://lms.example'])
  expect(await policyFor('https://evil.example/', '')).toEqual([shown, "frame-ancestors 'none'"])
})

test('an image from elsewhere is permitted in the policy of the page only at the valid URL of a logo', async () => {
  const env = {
    BASE_URL: 'https://invigil.example',
    ASSETS: { fetch: () => Promise.resolve(new Response('', { headers: { 'content-type': 'text/html' } })) },
    STS: { fetch: () => Promise.resolve(Response.json({ allowedOrigins: ['https://lms.example'] })) },
  } as unknown as Parameters<typeof serveEmbed>[1]
  const imagesFor = async (logo: string) => {
    const query = new URLSearchParams({ install: `AI${'0'.repeat(32)}`, logo })
    const response = await serveEmbed(new Request(`https://invigil.example/embed/exam-session?${query}`), env)
    return /img-src [^;]*/.exec(response.headers.get('content-security-policy') ?? '')?.[0]
  }
  const logo = 'https://cdn.school.example/logo.svg'
  expect(await imagesFor(logo)).toBe(`img-src 'self' data: ${logo}`)
  for (const bad of [
    'https://cdn.example',
    `${logo}; script-src *`,
    `${logo} https://evil.example/`,
    '*',
    'https:',
  ])
    expect(await imagesFor(bad), bad).toBe("img-src 'self' data:")
})

test('the pages of embeds may open WebSockets to their own origin only, and the page of a refusal none', async () => {
  const env = {
    BASE_URL: 'https://invigil.example',
    ASSETS: { fetch: () => Promise.resolve(new Response('', { headers: { 'content-type': 'text/html' } })) },
    STS: { fetch: () => Promise.resolve(Response.json({ allowedOrigins: ['https://lms.example'] })) },
  } as unknown as Parameters<typeof serveEmbed>[1]
  const connectionsOf = async (page: string) => {
    const query = new URLSearchParams({ install: `AI${'0'.repeat(32)}` })
    const response = await serveEmbed(new Request(`https://invigil.example/embed/${page}?${query}`), env)
    return /connect-src [^;]*/.exec(response.headers.get('content-security-policy') ?? '')?.[0]
  }
  expect(await connectionsOf('exam-session')).toBe("connect-src 'self' wss://invigil.example")
  expect(await connectionsOf('not-allowed')).toBe("connect-src 'self'")
})
