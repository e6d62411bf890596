// The operator who is signed in, and what the role of the operator permits.

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { OperatorRole } from '../../../../db/schema/operator.ts'
import { ApiProblem } from '../../../client/index.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { policyOf } from '../../../shared/auth/policy/operator-roles.ts'
import { api, noteSignIn } from './client.ts'

/** The current user, or null when nobody is signed in. When a session ends, the user stays: the page asks to sign in again. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client, queryKey }) => {
    try {
      return await api.get('/api/auth/me', { signal })
    } catch (error) {
      const isAnonymous = error instanceof ApiProblem && error.status === 401
      if (!isAnonymous || client.getQueryData(queryKey)) throw error
      return null
    }
  },
  staleTime: 60_000,
})

/** Reads the current user after a sign-in. */
export async function readMe(client: QueryClient) {
  noteSignIn()
  // A read that was sent before the sign-in would be awaited instead.
  await client.cancelQueries(meQuery)
  return client.fetchQuery({ ...meQuery, staleTime: 0, retry: false })
}

export const useMe = () => useQuery(meQuery).data ?? undefined

const isRole = (role: string | undefined): role is OperatorRole =>
  role === 'viewer' || role === 'developer' || role === 'admin' || role === 'owner'

const covers = (pattern: string, text: string): boolean =>
  pattern === text || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)))

/** Whether the role permits the action on the resource. Only for what is shown: the API decides. */
export const permits = (role: string | undefined, action: Action, resource: string): boolean =>
  isRole(role) &&
  policyOf(role).statements.some(
    ({ actions, resources }) =>
      actions.some(pattern => covers(pattern, action)) &&
      resources.some(pattern => covers(pattern, resource)),
  )

type Can = (action: Action) => boolean

/** Returns whether the operator may do something with the installs. */
export function useCan(): Can {
  const role = useMe()?.role
  return action => permits(role, action, 'installs/AI')
}

/** Returns whether the operator may do something with the account: its operators, webhooks and topics. */
export function useAccountCan(): Can {
  const role = useMe()?.role
  return action => permits(role, action, 'api/account')
}
