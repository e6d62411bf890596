// Whole lists: page after page, sent while they are read.

import { type Keys, maxLimit } from './page.ts'

type Query = Record<string, unknown>
type Answered<R> = { loaded: Record<string, unknown>; result: R }

/** The query of the first page of a walk through all that matches `query`, from its offset on. */
export const wholeOf = (query: Query): Query => ({ ...query, limit: maxLimit, after: null })

const isWhole = (query: Query) => query['after'] !== undefined

/**
 * All answers of a walk that has begun with `first`, each read in its own trip and under the authority of its moment.
 * A page goes on after the last row, so that a row that is there all the while comes once, whatever comes and goes.
 */
export async function* paginate<R>(
  first: Answered<R>,
  query: Query,
  answer: (query: Query) => Promise<Answered<R>>,
) {
  let page = first
  for (;;) {
    yield page.result
    const after = isWhole(query) ? lastOf(page) : undefined
    if (!after) return
    page = await answer({ ...query, offset: 0, after })
  }
}

/** The keys of the last row of a full page; what is no page has none. */
function lastOf({ loaded: { rows } }: Answered<unknown>): Keys | null | undefined {
  if (!Array.isArray(rows) || rows.length < maxLimit) return undefined
  const last: { keys?: Keys | null } = rows[rows.length - 1]
  return last.keys
}

/** Sends texts as they are asked for. A failure breaks the stream off, so that nobody takes a part for the whole. */
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
