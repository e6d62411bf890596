// What the bench of the token service sends.

import type { Started } from '../test/support/start.ts'
import { type Chain, connections, type Load } from './load.ts'

/** A Worker with nothing in it, on its own: the difference of the two is what one RS256 signature costs. */
export const bareLoads = [
  { name: 'bare hello', method: 'GET', path: '/hello', status: 200 },
  { name: 'bare signature', method: 'GET', path: '/sign', status: 200 },
] as const satisfies Load[]

const keysPath = '/.well-known/jwks.json'

const rowsPath = '/v1/embeds/bare-rows'

/** A trip that selects, then one that inserts a row and commits; served by sts-worker.ts. */
export const writeLoad = {
  name: 'edge + one select + one write',
  method: 'POST',
  path: rowsPath,
  status: 200,
} as const satisfies Load

/**
 * A trip that selects, then one that writes what a refresh must write, each connection to a family of its own. The client
 * makes each request anew, as it must for the refresh: what that costs is on the same cores.
 */
const refreshRowsLoad = {
  ...{ name: 'edge + one select + the rows of a refresh', method: 'POST', path: rowsPath, status: 200 },
  chain: () => {
    const family = (nextFamily++ % connections) + 1
    const path = `${rowsPath}/TA${family.toString(16).padStart(32, '0')}`
    return { path: () => path, learn: () => {} }
  },
} as const satisfies Load

let nextFamily = 0

/** The system's own least: an answer of the edge that reads nothing and says nothing, and such as ask the database. */
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
    const answer = await fetch(baseUrl + tokens, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`Issuing answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  /** Each answer names the token that the next request refreshes: only the newest of a family can be. */
  const refreshing = async (): Promise<Chain> => {
    let { sid } = await issue()
    return {
      path: () => `${tokens}/${sid}/refresh`,
      learn: answer => {
        const refreshed: Issued = JSON.parse(answer)
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
      ...{ body: { token: stsToken }, status: 200, answers: '"active":true' },
    },
    {
      ...{ name: 'authorised read', method: 'GET', path: `${install}/users/${userSid}/profile` },
      ...{ headers: { token: stsToken }, status: 200 },
    },
    { name: 'JWKS', method: 'GET', path: keysPath, status: 200 },
  ]
}
