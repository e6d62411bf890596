// The navigation: the pages that the role of the operator permits, of the chosen install and of the account.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { busiestOf, installsQuery } from '../api/installs.ts'
import { useAccountCan, useCan } from '../api/session.ts'
import { texts } from './texts.ts'

type Item = { to: string; label: string; action?: Action; isExact?: boolean }

const installItems = (install: string): Item[] => {
  const base = `/installs/${install}`
  return [
    { to: base, label: texts.overview, isExact: true },
    { to: `${base}/sessions`, label: texts.sessions, action: 'sp:ListInstallSessions' },
    { to: `${base}/live`, label: texts.live, action: 'sp:ListInstallSessions' },
    { to: `${base}/reports/volume`, label: texts.reports, action: 'sp:ReadAppointmentVolume' },
    { to: `${base}/courses`, label: texts.catalogue, action: 'sp:ListCourses' },
    { to: `${base}/users`, label: texts.people, action: 'sp:ListUsers' },
    { to: `${base}/tokens`, label: texts.tokens, action: 'sp:ListStsTokens' },
    { to: `${base}/settings`, label: texts.settings, action: 'sp:ReadInstallSettings' },
  ]
}

const accountItems: readonly Item[] = [
  { to: '/installs', label: texts.installs, isExact: true },
  { to: '/access', label: texts.access, action: 'sp:ListAccountCredentials' },
  { to: '/webhooks', label: texts.webhooks, action: 'sp:ListWebhooks' },
  { to: '/topics', label: texts.topics, action: 'sp:ListDocuments' },
  { to: '/operators', label: texts.operators, action: 'sp:ListOperators' },
  { to: '/audit', label: texts.audit, action: 'sp:ListAuditEvents' },
  { to: '/sign-in-events', label: texts.signInEvents, action: 'sp:ListSignInEvents' },
]

/** Where the operator was last in this tab, so that pages of the account lead back to the same install. */
const lastInstallKey = 'invigil.console.install'

/** The install of the page, else the last one, else the busiest. */
export function useCurrentInstall(): string | undefined {
  const { install } = useParams({ strict: false })
  const installs = useQuery(installsQuery)
  const known = installs.data?.results
  if (install !== undefined) sessionStorage.setItem(lastInstallKey, install)
  const last = sessionStorage.getItem(lastInstallKey) ?? undefined
  const isKnown = known === undefined || known.some(({ sid }) => sid === last)
  return install ?? (isKnown ? last : undefined) ?? busiestOf(known ?? [])?.sid
}

export function Navigation({ onNavigate }: { onNavigate(): void }) {
  const install = useCurrentInstall()
  return (
    <nav className="nav" aria-label={texts.navigation}>
      <InstallSwitcher current={install} />
      {install !== undefined && (
        <Items title={texts.installSection} items={installItems(install)} onNavigate={onNavigate} />
      )}
      <Items title={texts.accountSection} items={accountItems} onNavigate={onNavigate} isOfAccount />
    </nav>
  )
}

type ItemsProps = {
  title: string
  items: readonly Item[]
  isOfAccount?: boolean
  onNavigate(): void
}

function Items({ title, items, isOfAccount, onNavigate }: ItemsProps) {
  const ofInstall = useCan()
  const ofAccount = useAccountCan()
  const id = useId()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const can = isOfAccount ? ofAccount : ofInstall
  const visible = items.filter(({ action }) => action === undefined || can(action))
  return (
    <>
      <p className="nav-title" id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {visible.map(({ to, label, isExact }) => {
          const isCurrent = isExact ? path === to : path === to || path.startsWith(`${parentOf(to)}/`)
          return (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: isExact ?? false, includeSearch: false }}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={onNavigate}>
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** All reports belong to the first one. */
const parentOf = (to: string): string => to.replace(/\/volume$/, '')

/** Switches to another install, on the same page if it is one of an install. */
function InstallSwitcher({ current }: { current: string | undefined }) {
  const id = useId()
  const installs = useQuery(installsQuery)
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const rows = installs.data?.results ?? []
  if (rows.length === 0) return null
  const isKnown = rows.some(({ sid }) => sid === current)
  return (
    <div className="switcher">
      <label htmlFor={id}>{texts.install}</label>
      <select
        id={id}
        value={isKnown ? current : ''}
        onChange={({ target }) => {
          const page =
            /^\/installs\/[^/]+(\/(?:sessions|live|reports\/\w+|courses|users|tokens|settings))?$/.exec(path)
          void navigate({ to: `/installs/${target.value}${page?.[1] ?? ''}` })
        }}>
        {!isKnown && <option value="">{texts.choose}</option>}
        {rows.map(({ sid, name }) => (
          <option key={sid} value={sid}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
