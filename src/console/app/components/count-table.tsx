// Counts as bars, in the table of their values.

import type { ReactNode } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { ScrollRegion } from './scroll-region.tsx'

export type Count = {
  key: string
  label: ReactNode
  /** Undefined while it is loaded. */
  value: number | undefined
  /** Further counts, in the order of the columns. */
  more?: readonly number[]
}

type CountTableProps = {
  title: string
  /** The heads of the columns: of the label, the count with its bar, and the further counts. */
  columns: readonly [string, string, ...string[]]
  counts: readonly Count[]
}

/** The length of a bar is the share of the largest count. */
export function CountTable({ title, columns, counts }: CountTableProps) {
  const [labelHead, valueHead, ...moreHeads] = columns
  const max = Math.max(1, ...counts.map(({ value }) => value ?? 0))
  return (
    <ScrollRegion className="table-scroll counts" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{labelHead}</th>
            <th scope="col" colSpan={2}>
              {valueHead}
            </th>
            {moreHeads.map(head => (
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map(({ key, label, value, more = [] }) => (
            <tr key={key}>
              <td>{label}</td>
              <td className="number">{value === undefined ? '…' : formatNumber(value)}</td>
              <td className="count-bar">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={((value ?? 0) / max) * 100} height={10} />
                </svg>
              </td>
              {more.map((each, at) => (
                <td key={moreHeads[at]} className="number">
                  {formatNumber(each)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
