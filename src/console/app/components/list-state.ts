// The state of a long list: its pages, its position in the address, and the focus.

import { type QueryKey, useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useUrlState } from './url-state.ts'
import type { Window } from './window.ts'

export type PageRequest<Key extends string = string> = {
  offset: number
  limit: number
  sortKeys?: Key
  sortOrder?: 'ASC' | 'DESC'
}

type PageOfRows<Row> = { total: number | null; results: Row[] }

export type ListSource<Row, Key extends string> = {
  queryKey: QueryKey
  sort: string
  load(page: PageRequest<Key>, signal: AbortSignal): Promise<PageOfRows<Row>>
}

/** The rows of a page of the API. Twice as many, and the visible ones, are fewer than 200 elements. */
export const pageSize = 100

/** The query of a page. */
export const pageQuery = <Row, Key extends string>(
  { queryKey, sort, load }: ListSource<Row, Key>,
  index: number,
) => ({
  queryKey: [...queryKey, 'page', index],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    load({ offset: index * pageSize, limit: pageSize, ...orderOf<Key>(sort) }, signal),
  gcTime: 60_000,
})

const orderOf = <Key extends string>(sort: string): Pick<PageRequest<Key>, 'sortKeys' | 'sortOrder'> =>
  sort === ''
    ? {}
    : { sortKeys: sort.replace(/^-/, '') as Key, sortOrder: sort.startsWith('-') ? 'DESC' : 'ASC' }

/** The pages that contain the rows from the first to the last one, and the row at an index if it is loaded. */
export function usePages<Row, Key extends string>(source: ListSource<Row, Key>, first: number, last: number) {
  const firstPage = Math.floor(first / pageSize)
  const count = Math.floor(Math.max(first, last) / pageSize) - firstPage + 1
  const results = useQueries({
    queries: Array.from({ length: count }, (_, at) => pageQuery(source, firstPage + at)),
  })
  const known = results.find(({ data }) => data !== undefined)?.data
  return {
    total: known?.total ?? undefined,
    error: results.find(({ error }) => error)?.error ?? undefined,
    rowAt: (index: number): Row | undefined =>
      results[Math.floor(index / pageSize) - firstPage]?.data?.results[index % pageSize],
  }
}

/** Keeps the position in the address, so that a reload and the way back show the same rows. */
export function usePosition(rest: number, start: number): void {
  const { set } = useUrlState()
  const shown = useRef(start)
  useEffect(() => {
    if (rest === shown.current) return
    shown.current = rest
    set({ from: rest === 0 ? undefined : String(rest) }, { replace: true })
  })
}

/** Moves the focus to the list when the row that had it is scrolled away. */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>): void {
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) scroller.current?.focus()
    hadFocus.current = scroller.current?.contains(document.activeElement) ?? false
  })
}

/** Moves the focus to the link of the next or the previous row. */
export function moveByKey(event: KeyboardEvent<HTMLElement>, { scrollTo, first, count }: Window): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]')
  if (step === 0 || !row) return
  event.preventDefault()
  const index = Number(row.dataset['row']) + step
  const list = event.currentTarget
  if (index < first) scrollTo(index)
  else if (index > first + count - 3) scrollTo(Math.max(0, index - count + 3))
  const focus = () =>
    list.querySelector<HTMLElement>(`tr[data-row="${index}"] :is(a, button)`)?.focus({ preventScroll: true })
  // After the scroll event, which renders the row.
  requestAnimationFrame(() => requestAnimationFrame(focus))
}
