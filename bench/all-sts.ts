// Area B, and what the edge serves itself.

import {
  credentialOf,
  installOf,
  type Operation,
  operation,
  type Part,
  type Place,
  prepared,
} from './all-operation.ts'
import { askerOf, askPage, textOf } from './ask.ts'
import type { LimitName } from './limits.ts'
import { operationsOf } from './sts-operations.ts'

/** The floor of the token service. */
const leastRatio = 0.6

const limitsOf: Record<string, Pick<Operation, 'limit' | 'leastRatio'> & { note?: string }> = {
  issue: { limit: 'writeSign', leastRatio },
  refresh: { limit: 'refresh', leastRatio },
  introspect: { limit: 'select', leastRatio },
  'authorised read': { limit: 'select', leastRatio, note: 'with an stsToken' },
  JWKS: { limit: 'hello', leastRatio },
}

export async function tokensOf(place: Place): Promise<Part> {
  const headers = credentialOf(place)
  const install = installOf(place)
  const ask = askerOf(place.baseUrl, place.data.apiCredential, new AbortController().signal)
  const { results } = await askPage(ask, `${install}/users?offset=0&limit=2`)
  const [userSid = '', otherSid = ''] = results.map(row => textOf(row, 'sid'))
  const demo = { apiCredential: place.data.apiCredential, installSid: textIn(place), userSid }
  const served = await operationsOf({ baseUrl: place.baseUrl, demo })
  const usual = served.map(async ({ path, ...load }) => {
    const asked = (await load.chain?.())?.path() ?? path
    return operation({ ...load, path: asked, limit: 'select', ...limitsOf[load.name] })
  })

  const body = { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }
  const tokens = `${install}/sts/tokens`
  const issued = await prepared(place, headers, { method: 'POST', path: tokens, body, status: 201 })
  const of = (
    method: 'GET' | 'POST',
    path: string,
    more: { limit?: LimitName; body?: unknown; status?: number; headers?: Record<string, string> } = {},
  ) => operation({ method, path, headers, limit: 'select', status: 200, ...more })
  const operations = await Promise.all([
    ...usual,
    of('GET', tokens),
    of('GET', `${tokens}/${textOf(issued, 'sid')}`),
    of('GET', `${install}/sts/audit`),
    of('POST', `${install}/sts/simulate`, { body: { policy } }),
    of('POST', '/v1/embeds/verify', {
      headers: {
        authorization: `Bearer ${textOf(issued, 'stsToken')}`,
        origin: new URL(place.baseUrl).origin,
      },
      body: { elementToken: textOf(issued, 'elementToken') },
    }),
    of('POST', `${install}/sts/revocations`, {
      body: { targetUserSid: otherSid },
      limit: 'write',
      status: 204,
    }),
    of('GET', '/openapi.json', { limit: 'hello', headers: {} }),
    of('GET', '/embed/v1.js', { limit: 'hello', headers: {} }),
  ])
  return { name: 'tokens, embeds and the edge', operations: () => Promise.resolve(operations) }
}

const textIn = ({ data }: Place): string => data.installs[0]?.sid ?? ''

const policy = {
  version: '1',
  statements: [
    { effect: 'Allow', actions: ['sp:ReadSession', 'sp:ListSessions'], resources: ['installs/*/exams/*'] },
    { effect: 'Allow', actions: ['sp:ReadUserProfile'], resources: ['installs/*/users/*/profile'] },
  ],
}
