// The headers of conditional requests, and of requests that are sent again.

import { isRecord } from '../../src/shared/http/etag.ts'
import { keptHours, keyHeader, replayedName, takesKey } from '../../src/shared/http/idempotency-key.ts'
import { isOpen, type Route } from '../../src/shared/http/route.ts'

type Documented = Route<never, never>

const ifNoneMatch = {
  ...{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
  example: '"214"',
  description: 'Entity tags that the client has. The response is 304 if one of them is that of the result.',
}
const ifMatch = {
  ...{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } },
  example: '"mTqXo0ZrV1sUQ1bq6Hk1fH9y8mB3c5n2l7Qd0eWgJtA"',
  description:
    'The `ETag` of the record as the client has read it. If the record has changed since, the response is 412 and nothing is written.',
}
const etagHeader = { ETag: { schema: { type: 'string' }, description: 'The entity tag of the result.' } }

const idempotencyKey = {
  ...{ name: keyHeader, in: 'header', required: false },
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: '7c1f4f0e-30d5-4b7c-9f0d-3a5d3f8f5f0b',
  description: `A text of the client that identifies the request for ${keptHours} hours, such as a UUID. The same request with the same key has one effect: each repetition returns the first response.`,
}
const replayedHeader = {
  [replayedName]: {
    schema: { type: 'string', const: 'true' },
    description: 'Present if this is the response of an earlier request with the key.',
  },
}
const repeatable = `Takes no \`${keyHeader}\`: repeating it has no further effect.`

const isConditional = (route: Documented): boolean => route.etagOf !== undefined || isRecord(route)

/** The parameters of the operation that are headers. */
export const requestHeaders = (route: Documented, record: Documented | undefined) => [
  ...(isConditional(route) ? [ifNoneMatch] : []),
  ...(record ? [ifMatch] : []),
  ...(takesKey(route) ? [idempotencyKey] : []),
]

/** Of draft-ietf-httpapi-ratelimit-headers. */
const limitHeaders = {
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description:
      'The limit `q` of the requests of the caller in a window of `w` seconds, for `"reads"` or `"writes"`. Absent if there is none.',
  },
  RateLimit: {
    schema: { type: 'string' },
    description:
      'How many requests remain, `r`, and the seconds `t` until the window ends. Absent without a limit.',
  },
}

/** The headers of the response, if there are any. */
export function headersOf(route: Documented) {
  const headers = {
    ...(isConditional(route) && etagHeader),
    ...(takesKey(route) && replayedHeader),
    ...(!isOpen(route) && limitHeaders),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

/** The response to a request whose client has the result. */
export const unchanged = (route: Documented) =>
  isConditional(route) ? { 304: { description: 'Unchanged.', headers: etagHeader } } : {}

/** The sentence of an operation that takes no key. */
export const repeatableNote = (route: Documented) => (route.repeatable ? repeatable : undefined)
