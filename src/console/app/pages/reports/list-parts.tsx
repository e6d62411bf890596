// What the reports that are lists share: their filters, whose names are those of the API, and links to people.

import { Link } from '@tanstack/react-router'
import type { RequestOf } from '../../../../client/index.ts'
import type { Filter } from '../../components/filters.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { texts } from './texts.ts'

export const base = '/v1/installs/{installSid}/reports'
type Path = 'unscheduledLearners' | 'examSessionEvents' | 'churn' | 'audit'
export type Query<P extends Path> = NonNullable<RequestOf<'get', `${typeof base}/${P}`, never>['query']>

/** The values of text filters whose names are those of the API. */
export function useTexts(filters: readonly Filter[]): Record<string, string> {
  const { state } = useUrlState()
  const given = filters.filter(({ name, kind }) => kind !== 'own' && state[name])
  return Object.fromEntries(given.map(({ name }) => [name, state[name] ?? '']))
}

export const text = (name: string, label: string): Filter => ({ name, label, kind: 'text' })

export const titles = [text('courseTitle', texts.course), text('examTitle', texts.exam)]

export function PersonLink({ sid, name }: { sid: string; name: string }) {
  return (
    <Link to="/installs/$install/users/$user" params={old => ({ install: old.install ?? '', user: sid })}>
      {name}
    </Link>
  )
}
