import { logFailure } from '../logging/failure.ts'
import { etagOfBody, isRecord, matchesEtag } from './etag.ts'
import { streamOf } from './paginate.ts'
import { bodyOf } from './precondition.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Builds the response. Its body is the CSV text if there is one, otherwise the result as the route's schema encodes it. It
 * has no body if the client has the entity tag of the result.
 */
export function respond(context: RequestContext, csv: AsyncIterable<string> | undefined): Response {
  const { route, log, mediaType, result } = context
  const body = isRecord(route) ? bodyOf(route.returns, result) : undefined
  const etag = body === undefined ? route.etagOf?.(context) : etagOfBody(body)
  const headers = {
    ...(etag !== undefined && { etag }),
    ...(etag !== undefined && body === undefined && { 'cache-control': 'private, no-cache' }),
    ...route.headers?.(context),
  }
  if (etag !== undefined && matchesEtag(context.header('if-none-match'), etag))
    return context.reply(null, 304, headers)
  if (csv)
    return context.reply(
      streamOf(csv, error => logFailure(log, error)),
      200,
      {
        ...headers,
        'content-type': `${mediaType}; charset=utf-8`,
        'content-disposition': `attachment; filename="${route.path.split('/').at(-1)}.csv"`,
      },
    )
  if (route.status === 204) return context.reply(null, 204, headers)
  const response = route.responses?.find(({ applies }) => applies(context.body)) ?? route
  return context.reply(body ?? bodyOf(response.returns, result), response.status ?? 200, {
    'content-type': mediaType,
    ...headers,
  })
}
