import { paginate } from './paginate.ts'
import type { RequestContext } from './request-context.ts'

export const jsonMediaType = 'application/json'
export const csvMediaType = 'text/csv'

/**
 * Returns the text of a CSV response, or undefined if the response is JSON. The text begins with the result in the
 * context.
 * @param execute executes the operation for the query of a further page
 */
export function csvOf(
  context: RequestContext,
  execute: (page: RequestContext) => Promise<void>,
): AsyncIterable<string> | undefined {
  const { route, mediaType, query } = context
  if (mediaType !== csvMediaType) return undefined
  const pageOf = async (pageQuery: Record<string, unknown>) => {
    const page = { ...context, query: pageQuery }
    await execute(page)
    return page
  }
  return route.csv?.(paginate(context, query, pageOf))
}
