// The state of a page is in the query of its address, so that a link, a reload and the history show the same.

import { useNavigate, useSearch } from '@tanstack/react-router'

export type UrlState = Readonly<Record<string, string | undefined>>

/** Parses a query. Each name has one text. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

/** Formats a query. Empty values are left out. */
export function stringifySearch(state: Record<string, unknown>): string {
  const known = Object.entries(state).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text.replaceAll('%2C', ',').replaceAll('%3A', ':')}`
}

/** The state of the page, and the function that changes members of it. */
export function useUrlState(): {
  state: UrlState
  set(change: UrlState, options?: { replace?: boolean }): void
} {
  const state: UrlState = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    state,
    set(change, { replace = false } = {}) {
      void navigate({
        to: '.',
        search: (old: UrlState) => ({ ...old, ...change }),
        ...{ replace, resetScroll: false },
      })
    },
  }
}
