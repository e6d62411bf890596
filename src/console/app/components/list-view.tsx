// The visible rows of a list.

import { type CSSProperties, useEffect, useRef } from 'react'
import { common } from '../i18n/common.ts'
import { formatNumber } from '../i18n/format.ts'
import type { ListProps } from './list.tsx'
import { type ListSource, moveByKey, useKeptFocus, usePages, usePosition } from './list-state.ts'
import { ProblemNotice } from './problem.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { type Column, classOf } from './table.tsx'
import { useUrlState } from './url-state.ts'
import { rowHeight, useWindow } from './window.ts'

type ViewProps<Row, Key extends string> = Pick<
  ListProps<Row, Key>,
  'label' | 'columns' | 'keyOf' | 'minWidth'
> & {
  source: ListSource<Row, Key>
  start: number
  total: number
  onTotal(total: number): void
}

export function ListView<Row, Key extends string>(props: ViewProps<Row, Key>) {
  const { label, columns, keyOf, source, start, total, onTotal, minWidth = 30 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const view = useWindow(scroller, total, start)
  const pages = usePages(source, view.rest, view.rest + view.count - 1)
  usePosition(view.rest, start)
  useKeptFocus(scroller)
  useEffect(() => {
    if (pages.total !== undefined && pages.total !== total) onTotal(pages.total)
  })
  const top = Math.floor(view.first)
  const shift = (view.first - top) * rowHeight
  return (
    <>
      <ProblemNotice problem={pages.error} />
      {/* A section with a name: what scrolls must be reachable with the keyboard. */}
      <ScrollRegion
        ref={scroller}
        className="list-scroll"
        aria-label={label}
        onScroll={view.onScroll}
        onKeyDown={event => moveByKey(event, view)}>
        <div className="list-space" style={{ height: view.height, ...leastWidths(columns, minWidth) }}>
          <div className="list-window" style={{ height: Math.min(view.viewHeight, view.height) }}>
            <table aria-rowcount={total + 1} style={{ transform: `translateY(${-shift}px)` }}>
              <colgroup>
                {columns.map(({ key, width, isSecondary }) => (
                  <col
                    key={key}
                    className={isSecondary ? 'secondary' : undefined}
                    style={width === undefined ? undefined : { width: `${width}rem` }}
                  />
                ))}
              </colgroup>
              <thead style={{ transform: `translateY(${shift}px)` }}>
                <tr aria-rowindex={1}>
                  {columns.map(column => (
                    <Head key={column.key} column={column} sort={source.sort} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {linesOf({ first: top, count: view.count, rowAt: pages.rowAt, keyOf }).map(
                  ({ key, ...line }) => (
                    <Line key={key} {...line} columns={columns} keyOf={keyOf} />
                  ),
                )}
              </tbody>
            </table>
          </div>
        </div>
      </ScrollRegion>
      <p className="list-foot quiet">
        {common.rows(`${formatNumber(top + 1)}–${formatNumber(view.end)}`, formatNumber(total))}
      </p>
    </>
  )
}

/** The least width in rem of a column that takes what is left. */
const flexibleWidth = 9

/** The widths that list.css sets: without the secondary columns where there is little space. */
function leastWidths<Row>(columns: readonly Column<Row>[], minWidth: number): CSSProperties {
  const least = (shown: readonly Column<Row>[]) =>
    `${Math.max(
      minWidth,
      shown.reduce((sum, { width = flexibleWidth }) => sum + width, 0),
    )}rem`
  const widths = {
    '--least': least(columns),
    '--least-narrow': least(columns.filter(({ isSecondary }) => !isSecondary)),
  }
  return widths as CSSProperties // whose type has no variables
}

type Lines<Row> = {
  first: number
  count: number
  rowAt(index: number): Row | undefined
  keyOf(row: Row): string
}

/** The lines by record: what is open in one, such as a dialog, stays with its record when the rows before it change. */
function linesOf<Row>({ first, count, rowAt, keyOf }: Lines<Row>) {
  const known = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const index = first + at
    const row = rowAt(index)
    const record = row === undefined ? undefined : keyOf(row)
    // A record that moved between the reads of two pages is on both.
    const isFirst = record !== undefined && !known.has(record)
    if (isFirst) known.add(record)
    return { key: isFirst ? record : index, index, row }
  })
}

type LineProps<Row> = {
  index: number
  row: Row | undefined
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
}

/** A row, or its place while it is loaded. */
function Line<Row>({ index, row, columns, keyOf }: LineProps<Row>) {
  return (
    <tr aria-rowindex={index + 2} data-row={index} data-key={row === undefined ? undefined : keyOf(row)}>
      {columns.map(column => (
        <td key={column.key} className={classOf(column)}>
          {row === undefined ? <span className="skeleton" /> : column.render(row)}
        </td>
      ))}
    </tr>
  )
}

/** The head of a column, with a button if the list can be sorted by it. */
function Head<Row>({ column, sort }: { column: Column<Row>; sort: string }) {
  const { set } = useUrlState()
  const { sortKey, label } = column
  const isAscending = sort === sortKey
  const isSorted = sortKey !== undefined && (isAscending || sort === `-${sortKey}`)
  const direction = isSorted ? (isAscending ? 'ascending' : 'descending') : undefined
  return (
    <th scope="col" className={classOf(column)} aria-sort={direction}>
      {sortKey === undefined ? (
        label
      ) : (
        <button
          type="button"
          className="sort"
          title={common.sortBy(label)}
          onClick={() => set({ sort: isAscending ? `-${sortKey}` : sortKey, from: undefined })}>
          {label}
          <span aria-hidden="true">{isSorted ? (isAscending ? ' ↑' : ' ↓') : ''}</span>
        </button>
      )}
    </th>
  )
}
