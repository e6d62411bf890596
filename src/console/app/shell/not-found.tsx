import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProblemNotice } from '../components/problem.tsx'
import { common } from '../i18n/common.ts'

/** The page of an address that the console does not have. */
export function NotFound() {
  useEffect(() => {
    document.title = `${common.notFound} · ${common.product}`
  }, [])
  return (
    <div className="stack padded">
      <h1>{common.notFound}</h1>
      <p>
        <Link to="/">{common.toStart}</Link>
      </p>
    </div>
  )
}

/** Shown instead of a page that failed. */
export function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <div className="stack padded">
      <h1>{common.failed}</h1>
      <ProblemNotice problem={error} />
      <pre className="code">{error instanceof Error ? error.message : String(error)}</pre>
      <p>
        <button type="button" className="button" onClick={reset}>
          {common.retry}
        </button>
      </p>
    </div>
  )
}
