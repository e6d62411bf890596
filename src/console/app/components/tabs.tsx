// Links between pages that belong together.

import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { UrlState } from './url-state.ts'

export type Tab = { to: string; label: string; search?: UrlState }

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const nav = useRef<HTMLElement>(null)
  // On a phone, the tab of the page may be beyond the edge.
  useEffect(() => {
    if (path)
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      {tabs.map(({ to, label: text, search }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          search={search ?? {}}
          aria-current={path === to ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
