// Which rows of a long list are visible. Browsers limit the height of elements, so a list of very many rows scrolls
// faster than its rows are high: positions are rows, not pixels.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** In pixels, as in style/list.css. */
export const rowHeight = 44
export const headHeight = 40
const maxHeight = 8_000_000

/** Milliseconds without scrolling. */
const restPause = 120

export type Window = {
  /** The height of the scrolled content. */
  height: number
  /** The height of the visible part of the content. */
  viewHeight: number
  /** The first visible row, with the part of it that is scrolled away. */
  first: number
  /** The number of visible rows, with those that are cut off. */
  count: number
  /** The row after the last one of which most is visible. */
  end: number
  /** The first visible row when the list last came to rest. */
  rest: number
  onScroll(): void
  scrollTo(row: number): void
}

/** @param start the row that is first at the start */
export function useWindow(scroller: RefObject<HTMLElement | null>, total: number, start: number): Window {
  const [viewHeight, setViewHeight] = useState(0)
  const [first, setFirst] = useState(start)
  const [rest, setRest] = useState(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fullHeight = Math.min(total * rowHeight, maxHeight)
  const visible = Math.max(0, viewHeight - headHeight) / rowHeight
  const last = Math.max(0, total - visible)
  const distance = Math.max(1, fullHeight + headHeight - viewHeight)
  const isPlaced = useRef(false)

  const scrollTo = useCallback(
    (row: number) => {
      if (scroller.current && last > 0) scroller.current.scrollTop = (Math.min(row, last) / last) * distance
    },
    [scroller, last, distance],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setViewHeight(element.clientHeight))
    observer.observe(element)
    setViewHeight(element.clientHeight)
    return () => observer.disconnect()
  }, [scroller])

  useLayoutEffect(() => {
    if (isPlaced.current || total === 0 || viewHeight <= headHeight) return
    isPlaced.current = true
    if (start > 0) scrollTo(start)
  }, [total, viewHeight, start, scrollTo])

  useEffect(() => () => clearTimeout(timer.current), [])

  const onScroll = () => {
    const top = scroller.current?.scrollTop ?? 0
    const row = Math.min(last, Math.max(0, (top / distance) * last))
    setFirst(row)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setRest(Math.round(row)), restPause)
  }
  const shown = Math.min(first, last)
  return {
    ...{ height: fullHeight + headHeight, viewHeight, first: shown, onScroll, scrollTo },
    // Rows that all fit do not scroll, so an address after the last row comes to rest without an event.
    rest: viewHeight === 0 ? rest : Math.min(rest, Math.ceil(last)),
    count: Math.min(total - Math.floor(shown), Math.ceil(visible) + 1),
    end: Math.min(total, Math.max(Math.floor(shown) + 1, Math.round(shown + visible))),
  }
}
