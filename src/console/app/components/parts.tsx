// Small parts of pages: headings, badges, facts and states of queries.

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { useAccountCan } from '../api/session.ts'
import { common } from '../i18n/common.ts'
import { formatNumber } from '../i18n/format.ts'
import { Button } from './button.tsx'
import { ProblemNotice } from './problem.tsx'

type PageProps = {
  title: string
  /** The buttons beside the title. */
  actions?: ReactNode
  /** What the page is for, in a sentence. */
  intro?: ReactNode
  /** The action on the account without which the page shows nothing. Its address may come from somebody with another role. */
  needs?: Action
  children: ReactNode
}

/** A page: its heading, which is also the title of the document, and its content. */
export function Page({ title, actions, intro, needs, children }: PageProps) {
  const can = useAccountCan()
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {intro && <p className="quiet">{intro}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {needs === undefined || can(needs) ? children : <Notice tone="over">{common.notForRole}</Notice>}
    </>
  )
}

/** A part of a page with a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

export type Tone = 'good' | 'wait' | 'bad' | 'live' | 'over'

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}

/** Names and values. Those without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  const known = rows.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The start and the end of a sid, for lists. The whole one is its title. */
export function ShortSid({ sid }: { sid: string | null | undefined }) {
  if (!sid) return <span className="quiet">–</span>
  return (
    <code title={sid} className="sid">
      {sid.slice(0, 2)}…{sid.slice(-6)}
    </code>
  )
}

/** Whether the data are a list that has more rows than were read. */
const isCut = (data: unknown): data is { total: number; results: unknown[] } =>
  typeof data === 'object' &&
  data !== null &&
  'next' in data &&
  data.next !== null &&
  'results' in data &&
  Array.isArray(data.results)

/** Shows what a query has: its content, its problem with a button for another attempt, or that it is loading. */
export function Loaded<T>({
  query,
  isPaged = false,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Whether the operator reaches the further pages of the list. Otherwise a list that was not read to its end says so. */
  isPaged?: boolean
  children(data: T): ReactNode
}) {
  const { data } = query
  if (data !== undefined)
    return (
      <>
        {!isPaged && isCut(data) && (
          <Notice tone="over">
            {common.firstRows(formatNumber(data.results.length), formatNumber(data.total))}
          </Notice>
        )}
        {children(data)}
      </>
    )
  if (query.error)
    return (
      <div className="stack">
        <ProblemNotice problem={query.error} />
        <div>
          <Button onPress={() => void query.refetch()}>{common.retry}</Button>
        </div>
      </div>
    )
  return <Loading />
}

export const Loading = () => <p className="loading">{common.loading}</p>

export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>
}

export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <div className={`notice ${tone}`}>{children}</div>
}
