// Serves the assets that customers embed: the SDK script and the pages that it loads in frames.

import type { Service } from '../shared/env.ts'
import { isEmbedOrigin } from '../shared/values/embed-origin.ts'
import { assetHeaders, isHtml, pageHeaders, withHeaders } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service; STS: Service }

/** The system check of the learner page uses the camera and the microphone, if the embedding page delegates them. */
const permissions = 'camera=(self), microphone=(self), geolocation=()'

/**
 * Returns an asset of `/embed/`. Any page may load a script. Only the allowed origins of the install in the query
 * parameter `install` may frame a page; without that parameter, no origin may.
 */
export async function serveEmbed(request: Request, env: Bindings): Promise<Response> {
  const asset = await env.ASSETS.fetch(request)
  return withHeaders(
    asset,
    isHtml(asset)
      ? pageHeaders(env.BASE_URL, await frameAncestors(request, env), permissions)
      : {
          ...assetHeaders(env.BASE_URL),
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'public, max-age=300',
        },
  )
}

/** Returns the sources of the directive `frame-ancestors`. */
async function frameAncestors(request: Request, { BASE_URL, STS }: Bindings): Promise<string> {
  const install = new URL(request.url).searchParams.get('install') ?? ''
  if (!/^AI[0-9a-f]{32}$/.test(install)) return "'none'"
  const response = await STS.fetch(new URL(`/v1/embeds/frames/${install}`, BASE_URL).href)
  if (!response.ok) return "'none'"
  const { allowedOrigins }: { allowedOrigins: string[] } = JSON.parse(await response.text())
  // Validates stored origins again: an invalid value must not become a wildcard or another directive.
  return allowedOrigins.filter(isEmbedOrigin).join(' ') || "'none'"
}
