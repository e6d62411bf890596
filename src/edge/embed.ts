// Serves the assets that customers embed: the SDK script and the pages that it loads in frames.

import type { Service } from '../shared/env.ts'
import { noSuchPath } from '../shared/problems/problem.ts'
import { isLogo } from '../shared/values/embed-appearance.ts'
import { isEmbedOrigin } from '../shared/values/embed-origin.ts'
import { assetHeaders, isHtml, liveConnections, pageHeaders, withHeaders } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service; STS: Service }

/** The system check of the learner page uses the camera and the microphone, if the embedding page delegates them. */
const permissions = 'camera=(self), microphone=(self), geolocation=()'

/** Explains to a page of another origin that it cannot embed. It has no data and no control. */
const refusalPath = '/embed/not-allowed'

/**
 * Returns an asset of `/embed/`. Any page may load a script. Only the allowed origins of the install in the query
 * parameter `install` may frame a page; without that parameter, no origin may. A frame of another origin gets a page
 * with an explanation, because browsers show none for a page that they block.
 * @throws Problem `not_found`, which caches do not store: the next version may have the file
 */
export async function serveEmbed(request: Request, env: Bindings): Promise<Response> {
  const asset = await env.ASSETS.fetch(request)
  if (asset.status === 404) throw noSuchPath(new URL(request.url).pathname)
  if (isHtml(asset)) return servePage(request, env, asset)
  return withHeaders(asset, {
    ...assetHeaders(env.BASE_URL),
    ...(new URL(request.url).pathname.endsWith('.d.ts') && typeScript),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
  })
}

/** File servers take `.ts` for a video. */
const typeScript = { 'content-type': 'application/typescript; charset=utf-8' }

async function servePage(request: Request, env: Bindings, asset: Response): Promise<Response> {
  const { searchParams, pathname } = new URL(request.url)
  const install = searchParams.get('install')
  const origins = await allowedOrigins(install, env)
  const referrer = originOf(request.headers.get('referer'))
  const isRefused = install !== null && referrer !== undefined && isElsewhere(referrer, origins, env)
  if (isRefused || pathname === refusalPath) {
    const page = await env.ASSETS.fetch(new URL(refusalPath, request.url).href)
    return withHeaders(page, pageHeaders(env.BASE_URL, isRefused ? referrer : "'none'", noPermissions))
  }
  const logo = searchParams.get('logo')
  const exceptions = {
    connections: liveConnections(env.BASE_URL),
    ...(isLogo(logo) && { images: `'self' data: ${logo}` }),
  }
  const ancestors = origins.join(' ') || "'none'"
  return withHeaders(asset, pageHeaders(env.BASE_URL, ancestors, permissions, exceptions))
}

const noPermissions = 'camera=(), microphone=(), geolocation=()'

const isElsewhere = (origin: string, origins: readonly string[], { BASE_URL }: Bindings): boolean =>
  origin !== new URL(BASE_URL).origin && !origins.includes(origin)

/** Returns the origin of a `Referer`, if it is one that a Content-Security-Policy can name. */
function originOf(referrer: string | null): string | undefined {
  if (referrer === null || !URL.canParse(referrer)) return undefined
  const { origin } = new URL(referrer)
  return isEmbedOrigin(origin) ? origin : undefined
}

/** Returns the origins that may embed the pages of the install. */
async function allowedOrigins(install: string | null, { BASE_URL, STS }: Bindings): Promise<string[]> {
  if (!/^AI[0-9a-f]{32}$/.test(install ?? '')) return []
  const response = await STS.fetch(new URL(`/v1/embeds/frames/${install}`, BASE_URL).href)
  if (!response.ok) return []
  const { allowedOrigins }: { allowedOrigins: string[] } = JSON.parse(await response.text())
  // Validates stored origins again: an invalid value must not become a wildcard or another directive.
  return allowedOrigins.filter(isEmbedOrigin)
}
