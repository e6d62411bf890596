// The frame of the pages before the sign-in.

import { type ReactNode, useEffect } from 'react'
import { Announcer } from '../components/announcer.tsx'
import { common } from '../i18n/common.ts'

export function Entry({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title])
  return (
    <div className="entry">
      <header className="entry-brand">
        <span className="mark" aria-hidden="true" />
        <span>{common.product}</span>
      </header>
      <main className="entry-card">
        <h1>{title}</h1>
        {children}
      </main>
      <Announcer />
    </div>
  )
}
