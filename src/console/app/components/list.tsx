// A list of any length. The server sorts, filters and pages; the rows that are visible, and few more, are in the page.

import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { common } from '../i18n/common.ts'
import { type Filter, FilterBar } from './filters.tsx'
import { type ListSource, pageQuery, pageSize } from './list-state.ts'
import { ListView } from './list-view.tsx'
import { Empty, Loaded } from './parts.tsx'
import type { Column } from './table.tsx'
import { useUrlState } from './url-state.ts'

export type ListProps<Row, Key extends string> = {
  label: string
  columns: readonly (Column<Row> & { sortKey?: Key })[]
  keyOf(row: Row): string
  /** Identifies the list, with the values of its filters. */
  queryKey: QueryKey
  load: ListSource<Row, Key>['load']
  filters?: readonly Filter[]
  /** The order without a choice of the operator; descending with a leading minus. */
  defaultSort?: Key | `-${Key}`
  /** Shown when there are no rows, and no filter. */
  empty: ReactNode
  /** The least width in rem; on less space, the list scrolls sideways. */
  minWidth?: number
}

/** A list with its filters. Its order, its filters and its position are in the address. */
export function List<Row, Key extends string>(props: ListProps<Row, Key>) {
  const { filters = [], defaultSort = '', queryKey, load } = props
  const { state } = useUrlState()
  const sort = state['sort'] ?? defaultSort
  const values = filters.map(({ name }) => state[name] ?? '')
  return (
    <div className="list">
      {filters.length > 0 && <FilterBar filters={filters} />}
      {/* Other rows are another list, which starts at its own position. */}
      <Rows
        key={JSON.stringify([queryKey, values, sort])}
        {...props}
        source={{ queryKey: [...queryKey, ...values, sort], load, sort }}
        isFiltered={values.some(Boolean)}
        start={Math.max(0, Math.floor(Number(state['from'] ?? 0)) || 0)}
      />
    </div>
  )
}

type RowsProps<Row, Key extends string> = ListProps<Row, Key> & {
  source: ListSource<Row, Key>
  isFiltered: boolean
  start: number
}

/** The rows, when it is known how many there are. */
function Rows<Row, Key extends string>({ source, isFiltered, start, empty, ...view }: RowsProps<Row, Key>) {
  const [firstRow] = useState(start)
  const [total, setTotal] = useState<number>()
  const query = useQuery(pageQuery(source, Math.floor(firstRow / pageSize)))
  return (
    <Loaded query={query} isPaged>
      {page => {
        const known = total ?? page.total ?? page.results.length
        if (known === 0) return <Empty>{isFiltered ? common.noMatch : empty}</Empty>
        return <ListView {...view} source={source} start={firstRow} total={known} onTotal={setTotal} />
      }}
    </Loaded>
  )
}
