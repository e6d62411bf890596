// Serves `/`: a page that leads to what the system serves, and the same as JSON. `npm run build` writes both.

import type { Service } from '../shared/env.ts'
import { servePage, withHeaders } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service }

export const homePath = '/'

/** The media types of `/`. */
export const homeTypes = { page: 'text/html', json: 'application/json' } as const

// The ETag differs by type. Browsers send the request again, because a new version changes the page.
const caching = { vary: 'Accept', 'cache-control': 'no-cache' }

/** Returns the page or the JSON. The caller compares the ETag, so the asset is read without `If-None-Match`. */
export async function serveHome({ url }: Request, env: Bindings, type: string): Promise<Response> {
  const asset = (path: string) => new Request(new URL(path, url))
  const response =
    type === homeTypes.json
      ? await env.ASSETS.fetch(asset('/home.json'))
      : await servePage(asset('/home'), env)
  return withHeaders(response, caching)
}
