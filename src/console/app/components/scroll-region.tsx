// A part of a page that scrolls. It can be reached with the keyboard, and has a name.

import type { ComponentProps } from 'react'

/** The focus makes it scrollable with the keyboard (WCAG 2.1.1). It is no landmark: a page can have several. */
const focusable = { role: 'group', tabIndex: 0 }

export function ScrollRegion({ children, ...section }: ComponentProps<'section'> & { 'aria-label': string }) {
  return (
    <section {...section} {...focusable}>
      {children}
    </section>
  )
}
