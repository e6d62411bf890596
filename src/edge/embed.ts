// What browsers are served: the SDK for the customer's page, and the pages that it frames.

import type { Service } from '../shared/env.ts'

type Bindings = { BASE_URL: string; ASSETS: Service; STS: Service }

const unframed =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

/**
 * An asset of `/embed/`. Scripts may be loaded by any page. A page may be framed only by the origins that the install in
 * its query allows: by none when it names no install.
 */
export async function serveEmbed(request: Request, env: Bindings): Promise<Response> {
  const asset = await env.ASSETS.fetch(request)
  const headers = new Headers(asset.headers)
  headers.set('x-content-type-options', 'nosniff')
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-security-policy', `${unframed}; frame-ancestors ${await ancestors(request, env)}`)
    headers.set('referrer-policy', 'no-referrer')
    headers.set('cache-control', 'no-store')
  } else {
    headers.set('access-control-allow-origin', '*')
    headers.set('cross-origin-resource-policy', 'cross-origin')
    headers.set('cache-control', 'public, max-age=300')
  }
  return new Response(asset.body, { status: asset.status, headers })
}

async function ancestors(request: Request, { BASE_URL, STS }: Bindings): Promise<string> {
  const install = new URL(request.url).searchParams.get('install') ?? ''
  if (!/^AI[0-9a-f]{32}$/.test(install)) return "'none'"
  const answer = await STS.fetch(new URL(`/v1/embeds/frames/${install}`, BASE_URL).href)
  if (!answer.ok) return "'none'"
  const { allowedOrigins }: { allowedOrigins: string[] } = JSON.parse(await answer.text())
  return allowedOrigins.join(' ') || "'none'"
}
