// Streams whole lists, page by page.

import { type Keys, maxLimit } from './page.ts'

type Query = Record<string, unknown>
type Execution<R> = { loaded: Record<string, unknown>; result: R }

/** Returns the query of the first page of all rows that match `query`, from its offset on. */
export const wholeOf = (query: Query): Query => ({ ...query, limit: maxLimit, after: null })

const isWhole = (query: Query) => query['after'] !== undefined

/**
 * Yields the results of all pages, starting with `first`. Each page is read and authorized in a separate round trip. A
 * page starts after the last row of the previous one, so that concurrent inserts and deletes neither repeat nor skip a
 * row.
 */
export async function* paginate<R>(
  first: Execution<R>,
  query: Query,
  execute: (query: Query) => Promise<Execution<R>>,
) {
  let page = first
  for (;;) {
    yield page.result
    const after = isWhole(query) ? lastOf(page) : undefined
    if (!after) return
    page = await execute({ ...query, offset: 0, after })
  }
}

/** Returns the keys of the last row of a full page, or undefined. */
function lastOf({ loaded: { rows } }: Execution<unknown>): Keys | null | undefined {
  if (!Array.isArray(rows) || rows.length < maxLimit) return undefined
  const last: { keys?: Keys | null } = rows[rows.length - 1]
  return last.keys
}

/** Streams texts on demand. An error aborts the stream, so that a client detects an incomplete response. */
export function streamOf(texts: AsyncIterable<string>, onFailure: (error: unknown) => void) {
  const iterator = texts[Symbol.asyncIterator]()
  const utf8 = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(utf8.encode(value))
      } catch (error) {
        onFailure(error)
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
