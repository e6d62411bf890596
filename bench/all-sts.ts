// The operations of area B, and of the edge.

import {
  credentialOf,
  installOf,
  type MeasuredSystem,
  type Operation,
  operation,
  type Part,
  setupRequest,
} from './all-operation.ts'
import { getPage, getterFor, textOf } from './get.ts'
import type { LimitName } from './limits.ts'
import { operationsOf } from './sts-operations.ts'

/** The floor of the token service, and what is aimed at. */
const minRatio = 0.6
const aimRatio = 0.8

const limitsOf: Record<string, Pick<Operation, 'limit' | 'minRatio' | 'aimRatio'> & { note?: string }> = {
  issue: { limit: 'writeSign', minRatio, aimRatio },
  refresh: { limit: 'refresh', minRatio, aimRatio },
  introspect: { limit: 'select', minRatio, aimRatio },
  'authorised read': { limit: 'select', minRatio, aimRatio, note: 'with an stsToken' },
  JWKS: { limit: 'hello', minRatio },
}

export async function tokensOf(system: MeasuredSystem): Promise<Part> {
  const headers = credentialOf(system)
  const install = installOf(system)
  const get = getterFor(system.baseUrl, system.data.apiCredential, new AbortController().signal)
  const { results } = await getPage(get, `${install}/users?offset=0&limit=2`)
  const [userSid = '', otherSid = ''] = results.map(row => textOf(row, 'sid'))
  const demo = { apiCredential: system.data.apiCredential, installSid: textIn(system), userSid }
  const loads = await operationsOf({ baseUrl: system.baseUrl, demo })
  const ofLoads = loads.map(async ({ path, ...load }) => {
    const firstPath = (await load.chain?.())?.path() ?? path
    return operation({ ...load, path: firstPath, limit: 'select', ...limitsOf[load.name] })
  })

  const body = { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }
  const tokens = `${install}/sts/tokens`
  const issued = await setupRequest(system, headers, { method: 'POST', path: tokens, body, status: 201 })
  const single = (
    method: 'GET' | 'POST',
    path: string,
    more: { limit?: LimitName; body?: unknown; status?: number; headers?: Record<string, string> } = {},
  ) => operation({ method, path, headers, limit: 'select', status: 200, ...more })
  const operations = await Promise.all([
    ...ofLoads,
    single('GET', tokens),
    single('GET', `${tokens}/${textOf(issued, 'sid')}`),
    single('GET', `${install}/sts/audit`),
    single('POST', `${install}/sts/simulate`, { body: { policy } }),
    single('POST', '/v1/embeds/verify', {
      headers: {
        authorization: `Bearer ${textOf(issued, 'stsToken')}`,
        origin: new URL(system.baseUrl).origin,
      },
      body: { elementToken: textOf(issued, 'elementToken') },
    }),
    single('POST', `${install}/sts/revocations`, {
      body: { targetUserSid: otherSid },
      limit: 'write',
      status: 204,
    }),
    single('GET', '/openapi.json', { limit: 'hello', headers: {} }),
    single('GET', '/embed/v1.js', { limit: 'hello', headers: {} }),
  ])
  return { name: 'tokens, embeds and the edge', operations: () => Promise.resolve(operations) }
}

const textIn = ({ data }: MeasuredSystem): string => data.installs[0]?.sid ?? ''

const policy = {
  version: '1',
  statements: [
    { effect: 'Allow', actions: ['sp:ReadSession', 'sp:ListSessions'], resources: ['installs/*/exams/*'] },
    { effect: 'Allow', actions: ['sp:ReadUserProfile'], resources: ['installs/*/users/*/profile'] },
  ],
}
