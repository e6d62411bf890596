// The requests of the bench of the token service.

import type { Started } from '../test/support/start.ts'
import { type Chain, connections, type Load } from './load.ts'

/** Requests to the minimal Worker. Their difference is the cost of one RS256 signature. */
export const bareLoads = [
  { name: 'bare hello', method: 'GET', path: '/hello', status: 200 },
  { name: 'bare signature', method: 'GET', path: '/sign', status: 200 },
] as const satisfies Load[]

const keysPath = '/.well-known/jwks.json'

const rowsPath = '/v1/embeds/bare-rows'

/** A round trip with a select, then one with an insert and a commit. sts-worker.ts serves it. */
export const writeLoad = {
  name: 'edge + one select + one write',
  method: 'POST',
  path: rowsPath,
  status: 200,
} as const satisfies Load

/**
 * A round trip with a select, then one that writes the rows of a refresh, for another family on each connection. The
 * client builds each request separately, as it must for the refresh, because this uses the same cores.
 */
const refreshRowsLoad = {
  ...{ name: 'edge + one select + the rows of a refresh', method: 'POST', path: rowsPath, status: 200 },
  chain: () => {
    const family = (nextFamily++ % connections) + 1
    const path = `${rowsPath}/TA${family.toString(16).padStart(32, '0')}`
    return { path: () => path, onResponse: () => {} }
  },
} as const satisfies Load

let nextFamily = 0

/** Baselines of the system: an empty response of the edge, and requests with a minimal use of the database. */
export const limitLoads = [
  { name: 'edge hello', method: 'OPTIONS', path: keysPath, status: 204 },
  { name: 'edge + one select', method: 'GET', path: '/healthz', status: 200 },
  writeLoad,
  refreshRowsLoad,
] as const satisfies Load[]

type Issued = { sid: string; stsToken: string }

export async function operationsOf({ baseUrl, demo }: Pick<Started, 'baseUrl' | 'demo'>): Promise<Load[]> {
  const { apiCredential: token = '', installSid, userSid } = demo
  const headers = { token }
  const install = `/v1/installs/${installSid}`
  const tokens = `${install}/sts/tokens`
  const body = { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }

  const issue = async (): Promise<Issued> => {
    const response = await fetch(baseUrl + tokens, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`Issuing returned ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  /** Each response has the token that the next request refreshes: only the newest token of a family can be refreshed. */
  const refreshing = async (): Promise<Chain> => {
    let { sid } = await issue()
    return {
      path: () => `${tokens}/${sid}/refresh`,
      onResponse: response => {
        const refreshed: Issued = JSON.parse(response)
        sid = refreshed.sid
      },
    }
  }
  const { stsToken } = await issue()
  return [
    { name: 'issue', method: 'POST', path: tokens, headers, body, status: 201 },
    { name: 'refresh', method: 'POST', path: tokens, headers, body: {}, status: 200, chain: refreshing },
    {
      ...{ name: 'introspect', method: 'POST', path: `${install}/sts/introspect`, headers },
      ...{ body: { token: stsToken }, status: 200, contains: '"active":true' },
    },
    {
      ...{ name: 'authorised read', method: 'GET', path: `${install}/users/${userSid}/profile` },
      ...{ headers: { token: stsToken }, status: 200 },
    },
    { name: 'JWKS', method: 'GET', path: keysPath, status: 200 },
  ]
}
