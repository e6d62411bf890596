// A customer's site: a page that embeds, and the backend that holds the credential.

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
  /** Ends the family so many seconds from now, instead of hours. */
  absoluteSeconds?: number
  /** Leaves the install's list of origins as it is. */
  isUnlisted?: boolean
}

/** It closes with the block that it was opened in. */
export type Site = {
  origin: string
  /** How often a page has asked for the next tokens. */
  asked(): number
  /** Lets so many of the next questions fail. */
  failNext(count: number): void
  /** Refreshes without telling any page, whose token is then dead. */
  refreshBehind(): Promise<void>
  /** Every token that was handed out. */
  secrets(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a site on a port of its own. All its pages are given the same tokens, as tabs of one sign-in are. */
export async function openSite(world: World, options: SiteOptions): Promise<Site> {
  const { elementType, targetUserSid, resource, expiresIn = 900 } = options
  const issuedAt = performance.now()
  const issued = await issueToken(world, {
    elementType,
    targetUserSid,
    expiresIn,
    ...(resource && { resource }),
  })
  const absoluteExpiresAt = await absoluteEnd(world, issued.answer, options.absoluteSeconds)
  const secrets = [issued.secret, issued.answer.text('elementToken')]
  let newest = issued.answer
  let asked = 0
  let failures = 0

  async function refresh(): Promise<void> {
    const before = newest
    const path = world.path(`/sts/tokens/${before.text('sid')}/refresh`)
    const answer = await world.admin('POST', path, { body: { expiresIn } })
    if (answer.status !== 200) {
      // Somebody has refreshed meanwhile: the site has the answer already.
      if (newest !== before) return
      throw new Error(`The refresh failed: ${answer.raw}`)
    }
    newest = answer
    secrets.push(answer.text('stsToken'))
  }

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/') {
      response.setHeader('content-type', 'text/html').end(pageOf(world.stack.baseUrl))
    } else if (path === '/tokens') {
      const { body } = issued.answer
      // What is left: a page may open long after the tokens were issued.
      const left = expiresIn - Math.ceil((performance.now() - issuedAt) / 1000)
      response.end(JSON.stringify({ ...body, expiresIn: Math.max(1, left), absoluteExpiresAt }))
    } else if (path === '/refresh') {
      asked += 1
      if (failures > 0) {
        failures -= 1
        response.writeHead(500).end()
        return
      }
      await refresh()
      response.end(JSON.stringify({ ...newest.body, absoluteExpiresAt }))
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

/** The page; `happened` holds the names of the embed's events, and what an error said. */
const pageOf = (invigil: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>A course</title>
<style>body { margin: 0 } iframe { width: 100%; height: 800px; border: 0 }</style>
<script src="${invigil}/embed/v1.js"></script>
<main id="embed"></main>
<script>
  var happened = []
  const ask = async path => {
    const response = await fetch(path, { method: 'POST' })
    if (!response.ok) throw new Error('The backend failed.')
    return response.json()
  }
  ask('/tokens').then(issued => {
    const embed = Invigil.createEmbed({
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
      embed.on(name, () => happened.push(name))
    embed.on('error', ({ code }) => happened.push('error ' + code))
  })
</script>
</html>`
