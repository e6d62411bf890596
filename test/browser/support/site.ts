// A customer's site: a page with an embed, and the backend that holds the credential.

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { stsFamily } from '../../../db/schema/sts.ts'
import type { Answer } from '../../support/client.ts'
import { issueToken, sidOf } from '../../support/tokens.ts'
import type { World } from '../../support/world.ts'

export type SiteOptions = {
  elementType: string
  targetUserSid: string
  resource?: string
  /** Seconds. */
  expiresIn?: number
  /** Ends the token family after this number of seconds, instead of hours. */
  absoluteSeconds?: number
  /** Further options of `createEmbed`. */
  look?: Record<string, unknown>
  /** Style rules of the page. */
  style?: string
  /** Another page, which has the global `happened`. */
  page?: string
  /** Does not change the allowed origins of the install. */
  isUnlisted?: boolean
}

/** A running site. It is closed at the end of its block. */
export type Site = {
  origin: string
  /** The number of requests of pages for the next tokens. */
  asked(): number
  /** Lets this number of requests for tokens fail. */
  failNext(count: number): void
  /** Refreshes without sending the tokens to any page, so that their tokens are no longer active. */
  refreshBehind(): Promise<void>
  /** All tokens that were handed out. */
  secrets(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

type Issued = { answer: Answer; issuedAt: number; absoluteExpiresAt: number }

/** Starts a site on its own port. All its pages get the same tokens, as the tabs of one sign-in do. */
export async function openSite(world: World, options: SiteOptions): Promise<Site> {
  const { elementType, targetUserSid, resource, expiresIn = 900 } = options
  const secrets: string[] = []
  let first: Promise<Issued> | undefined
  let newest: Answer | undefined
  let asked = 0
  let failures = 0

  /** Issues the tokens at the first request of a page, so that the start of the browser does not count. */
  async function issue(): Promise<Issued> {
    const issuedAt = performance.now()
    const request = { elementType, targetUserSid, expiresIn, ...(resource && { resource }) }
    const { answer, secret } = await issueToken(world, request)
    newest = answer
    secrets.push(secret, answer.text('elementToken'))
    return { answer, issuedAt, absoluteExpiresAt: await absoluteEnd(world, answer, options.absoluteSeconds) }
  }

  const issued = () => (first ??= issue())

  async function refresh(): Promise<void> {
    await issued()
    const before = newest
    if (before === undefined) throw new Error('The site has no tokens yet.')
    const path = world.path(`/sts/tokens/${before.text('sid')}/refresh`)
    const answer = await world.admin('POST', path, { body: { expiresIn } })
    if (answer.status !== 200) {
      // Another request has refreshed meanwhile: return its tokens.
      if (newest !== before) return
      throw new Error(`The refresh failed: ${answer.raw}`)
    }
    newest = answer
    secrets.push(answer.text('stsToken'))
  }

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/') {
      response
        .setHeader('content-type', 'text/html')
        .end(options.page ?? pageOf(world.stack.baseUrl, options))
    } else if (path === '/tokens') {
      const { answer, issuedAt, absoluteExpiresAt } = await issued()
      // The remaining lifetime: a second page can open long after the tokens were issued.
      const left = expiresIn - Math.ceil((performance.now() - issuedAt) / 1000)
      response.end(JSON.stringify({ ...answer.body, expiresIn: Math.max(1, left), absoluteExpiresAt }))
    } else if (path === '/refresh') {
      asked += 1
      if (failures > 0) {
        failures -= 1
        response.writeHead(500).end()
        return
      }
      await refresh()
      const { absoluteExpiresAt } = await issued()
      response.end(JSON.stringify({ ...newest?.body, absoluteExpiresAt }))
    } else response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
  }

  const server = createServer((request, response) => {
    answer(request.url ?? '/', response).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port.')
  const origin = `http://127.0.0.1:${address.port}`
  if (!options.isUnlisted)
    await world.admin('PUT', world.path('/settings'), { body: { allowedEmbedOrigins: [origin] } })

  return {
    origin,
    asked: () => asked,
    failNext(count) {
      failures = count
    },
    refreshBehind: refresh,
    secrets: () => secrets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function absoluteEnd({ stack }: World, issued: Answer, seconds: number | undefined): Promise<number> {
  if (seconds === undefined) return Date.parse(issued.text('absoluteExpiresAt'))
  const end = new Date(Date.now() + seconds * 1000)
  const family = eq(stsFamily.sid, sidOf('TA', issued.text('sid')))
  await stack.db.update(stsFamily).set({ absoluteExpiresAt: end }).where(family)
  return end.getTime()
}

/**
 * Returns the page. Its `heights` are those of the frame; `happened` holds the names of the embed's events and error codes,
 * `times` their times in milliseconds since 1970.
 */
const pageOf = (invigil: string, { look = {}, style = '' }: SiteOptions) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>A course</title>
<style>body { margin: 0 } ${style}</style>
<script src="${invigil}/embed/v1.js"></script>
<main id="embed"></main>
<script>
  var happened = []
  var times = []
  var heights = []
  const record = name => {
    happened.push(name)
    times.push(Date.now())
  }
  const ask = async path => {
    const response = await fetch(path, { method: 'POST' })
    if (!response.ok) throw new Error('The backend failed.')
    return response.json()
  }
  ask('/tokens').then(issued => {
    const embed = Invigil.createEmbed({
      ...${JSON.stringify(look)},
      container: '#embed',
      elementToken: issued.elementToken,
      stsToken: issued.stsToken,
      tokenExpiresIn: issued.expiresIn,
      tokenAbsoluteExpiresAt: issued.absoluteExpiresAt,
      async onTokenRefresh() {
        const { stsToken, expiresIn, absoluteExpiresAt } = await ask('/refresh')
        return { stsToken, expiresIn, absoluteExpiresAt }
      },
    })
    for (const name of ['ready', 'tokenRefreshed', 'tokenExpired'])
      embed.on(name, () => record(name))
    embed.on('resize', ({ height }) => heights.push(height))
    embed.on('error', ({ code }) => record('error ' + code))
  })
</script>
</html>`
