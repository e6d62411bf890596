import { logFailure } from '../logging/failure.ts'
import { etagOfBody, isRecord, matchesEtag } from './etag.ts'
import { streamOf } from './paginate.ts'
import { bodyOf } from './precondition.ts'
import type { Reply, RequestContext } from './request-context.ts'

/**
 * Builds the response. Its body is the CSV text if there is one, otherwise the result as the route's schema encodes it. It
 * has no body if the client has the entity tag of the result.
 */
export function respond(context: RequestContext, csv: AsyncIterable<string> | undefined): Reply {
  const { route, log, mediaType, result } = context
  const body = isRecord(route) ? bodyOf(route.returns, result) : undefined
  const etag = body === undefined ? route.etagOf?.(context) : etagOfBody(body)
  const headers = {
    ...(etag !== undefined && { etag }),
    ...(etag !== undefined && body === undefined && { 'cache-control': 'private, no-cache' }),
    ...route.headers?.(context),
  }
  if (etag !== undefined && matchesEtag(context.header('if-none-match'), etag))
    return { body: null, status: 304, headers }
  if (csv)
    return {
      body: streamOf(csv, error => logFailure(log, error)),
      status: 200,
      headers: {
        ...headers,
        'content-type': `${mediaType}; charset=utf-8`,
        'content-disposition': `attachment; filename="${route.path.split('/').at(-1)}.csv"`,
      },
    }
  if (route.status === 204) return { body: null, status: 204, headers }
  const response = route.responses?.find(({ applies }) => applies(context.body)) ?? route
  return {
    body: body ?? bodyOf(response.returns, result),
    status: response.status ?? 200,
    headers: { 'content-type': mediaType, ...headers },
  }
}
