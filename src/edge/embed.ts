// What customers embed: the SDK for their page, and the pages that it frames.

import type { Service } from '../shared/env.ts'
import { isEmbedOrigin } from '../shared/values/embed-origin.ts'
import { assetHeaders, isPage, pageHeaders, withHeaders } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service; STS: Service }

/** The system check of a learner's page tries the camera and the microphone, where the page around it lets it. */
const permissions = 'camera=(self), microphone=(self), geolocation=()'

/**
 * An asset of `/embed/`. Scripts may be loaded by any page. A page may be framed only by the origins that the install in
 * its query allows: by none when it names no install.
 */
export async function serveEmbed(request: Request, env: Bindings): Promise<Response> {
  const asset = await env.ASSETS.fetch(request)
  return withHeaders(
    asset,
    isPage(asset)
      ? pageHeaders(env.BASE_URL, await ancestors(request, env), permissions)
      : {
          ...assetHeaders(env.BASE_URL),
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'public, max-age=300',
        },
  )
}

async function ancestors(request: Request, { BASE_URL, STS }: Bindings): Promise<string> {
  const install = new URL(request.url).searchParams.get('install') ?? ''
  if (!/^AI[0-9a-f]{32}$/.test(install)) return "'none'"
  const answer = await STS.fetch(new URL(`/v1/embeds/frames/${install}`, BASE_URL).href)
  if (!answer.ok) return "'none'"
  const { allowedOrigins }: { allowedOrigins: string[] } = JSON.parse(await answer.text())
  // What was stored before this rule, or past it, must not become a wildcard or a directive.
  return allowedOrigins.filter(isEmbedOrigin).join(' ') || "'none'"
}
