import { toProblem } from '../problems/failure.ts'
import { Problem } from '../problems/problem.ts'
import type { AnyRoute } from './request-context.ts'

/** The parameters of a list that select no rows. */
const paging = ['offset', 'sortKeys', 'sortOrder']

/** Adds to the problem of a query that took too long what the client can narrow. Returns other errors unchanged. */
export function withNarrowing(error: unknown, route: Pick<AnyRoute, 'query' | 'body'>): unknown {
  if (toProblem(error).code !== 'too_slow') return error
  return new Problem('too_slow', `The query took too long. ${narrowing(route)}`, { cause: error })
}

function narrowing({ query, body }: Pick<AnyRoute, 'query' | 'body'>): string {
  const parameters = Object.keys(query?.shape ?? {}).filter(name => !paging.includes(name))
  if (parameters.length > 0) return `Narrow it with ${listed(parameters)}.`
  return body ? 'Send fewer records in one request.' : 'Try again later.'
}

const listed = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
