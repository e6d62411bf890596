// A list whose pages continue after the last record of the one before. The position is in the address, so the way back
// shows newer records again.

import type { QueryKey } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { common } from '../i18n/common.ts'
import { textsOf } from '../i18n/texts.ts'
import { Button } from './button.tsx'
import { type Filter, FilterBar } from './filters.tsx'
import { Empty, Loaded } from './parts.tsx'
import { type Column, Table } from './table.tsx'
import { useUrlState } from './url-state.ts'

const texts = textsOf({ newest: 'Show the newest' }, { newest: 'Die neuesten zeigen' })

const pageSize = 50

type CursorListProps<Row extends { id: string }> = {
  label: string
  columns: readonly Column<Row>[]
  queryKey: QueryKey
  load(page: { limit: number; before: string | undefined }, signal: AbortSignal): Promise<Row[]>
  filters?: readonly Filter[]
  empty: ReactNode
}

export function CursorList<Row extends { id: string }>(props: CursorListProps<Row>) {
  const { label, columns, queryKey, load, filters = [], empty } = props
  const { state, set } = useUrlState()
  const { before } = state
  const values = filters.map(({ name }) => state[name] ?? '')
  const query = useQuery({
    queryKey: [...queryKey, ...values, before ?? ''],
    queryFn: ({ signal }) => load({ limit: pageSize, before }, signal),
  })
  return (
    <div className="list">
      {filters.length > 0 && <FilterBar filters={filters} />}
      <Loaded query={query}>
        {rows => (
          <>
            {rows.length === 0 ? (
              <Empty>{values.some(Boolean) || before ? common.noMatch : empty}</Empty>
            ) : (
              <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
            )}
            <div className="list-foot">
              {before !== undefined && (
                <Button onPress={() => set({ before: undefined })}>{texts.newest}</Button>
              )}
              {rows.length === pageSize && (
                <Button onPress={() => set({ before: rows.at(-1)?.id })}>{common.older}</Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
