// Tables of few rows. Long lists are in list.tsx.

import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'

export type Column<Row> = {
  key: string
  label: string
  render(row: Row): ReactNode
  /** The width in rem. One column of a list without it takes what is left. */
  width?: number
  isNumber?: boolean
  /** Left out where there is little space. */
  isSecondary?: boolean
  /** The name of the API for the order by this column. */
  sortKey?: string
}

export const classOf = ({ isNumber, isSecondary }: Pick<Column<never>, 'isNumber' | 'isSecondary'>): string =>
  [isNumber && 'number', isSecondary && 'secondary'].filter(Boolean).join(' ')

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
}

/** A table that scrolls sideways where it does not fit. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <ScrollRegion className="table-scroll" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(column => (
                <td key={column.key} className={classOf(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
