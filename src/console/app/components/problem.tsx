// What went wrong, with what support needs to know.

import { ApiProblem } from '../../../client/index.ts'
import { common } from '../i18n/common.ts'

/** The title and the detail of an error: of the API as they are, of others in our words. */
export function describeProblem(problem: unknown): {
  title: string
  detail: string
  requestId?: string | undefined
} {
  if (!(problem instanceof ApiProblem)) return { title: common.unreachable, detail: common.unreachableDetail }
  const { body, code, requestId } = problem
  if (code === 'precondition_failed')
    return { title: common.changedMeanwhile, detail: common.changedMeanwhileDetail, requestId }
  const title = typeof body['title'] === 'string' ? body['title'] : `${problem.status}`
  return { title, detail: problem.detail, requestId }
}

/** Shows a problem, if there is one. */
export function ProblemNotice({ problem }: { problem: unknown }) {
  if (problem === undefined || problem === null) return null
  const { title, detail, requestId } = describeProblem(problem)
  return (
    <div className="notice bad" role="alert">
      <p className="notice-title">{title}</p>
      {detail !== title && <p>{detail}</p>}
      <FieldErrors problem={problem} />
      {requestId !== undefined && <p className="quiet mono">{common.requestId(requestId)}</p>}
    </div>
  )
}

/** The errors of fields, for those that the form does not have. */
function FieldErrors({ problem }: { problem: unknown }) {
  const errors = problem instanceof ApiProblem ? problem.errors : []
  if (errors.length < 2) return null
  return (
    <ul>
      {errors.slice(0, 20).map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <code>{path}</code>: {message}
        </li>
      ))}
    </ul>
  )
}
