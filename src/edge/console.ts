// Serves the console: one page for all its addresses, whose router shows the right part, and its assets.

import type { Service } from '../shared/env.ts'
import { liveConnections, servePage, withHeaders } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service }

export const consolePath = '/console'

/** The names of these files contain a hash of their content, so the content at an address never changes. */
const isImmutable = (path: string) => path.startsWith(`${consolePath}/assets/`)

/** The scripts and styles of the other pages, such as that of a password link. */
const isFile = (path: string) => /\.(?:css|js|map)$/.test(path)

/** Returns the console, or one of its assets. @throws Problem `not_found` for an asset that does not exist */
export async function serveConsole(request: Request, env: Bindings): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (isImmutable(pathname)) {
    const asset = await servePage(request, env)
    return withHeaders(asset, { 'cache-control': 'public, max-age=31536000, immutable' })
  }
  if (isFile(pathname)) return servePage(request, env)
  const page = new Request(new URL(consolePath, request.url), request)
  return servePage(page, env, { connections: liveConnections(env.BASE_URL) })
}
