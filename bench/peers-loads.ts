// The requests to oidc-provider that match the operations of the token service.

import type { Load } from './load.ts'

/** A measured system. Its loads have the names of `operationsOf`. */
export type Peer = { baseUrl: string; loads: Load[] }

/** What the process of peers-provider.ts sends when it is ready. */
export type PeerReady = { port: number; accessToken: string; refreshTokens: string[] }

/** The client of the provider. */
export const client = { id: 'bench', secret: 'a secret of the bench' }

/** A body of the type `application/x-www-form-urlencoded`. */
const form = (members: Record<string, string>) => new URLSearchParams(members)

/** @param refreshTokens one for each connection of each measurement */
export function loadsOfPeer({ accessToken, refreshTokens }: Omit<PeerReady, 'port'>): Load[] {
  const authorization = `Basic ${btoa([client.id, client.secret].map(encodeURIComponent).join(':'))}`
  const common = { method: 'POST', headers: { authorization }, status: 200 } as const
  const refreshing = () => {
    let token = refreshTokens.pop() ?? ''
    return {
      path: () => '/token',
      body: () => form({ grant_type: 'refresh_token', refresh_token: token }),
      onResponse: (response: string) => {
        const refreshed: { refresh_token: string } = JSON.parse(response)
        token = refreshed.refresh_token
      },
    }
  }
  return [
    {
      ...{ ...common, name: 'issue', path: '/token' },
      body: form({ grant_type: 'client_credentials', scope: 'api' }),
    },
    { ...common, name: 'refresh', path: '/token', chain: refreshing },
    {
      ...{ ...common, name: 'introspect', path: '/token/introspection' },
      ...{ body: form({ token: accessToken }), contains: '"active":true' },
    },
    { name: 'JWKS', method: 'GET', path: '/jwks', status: 200 },
  ]
}
