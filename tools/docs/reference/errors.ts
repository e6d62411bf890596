import { isProblemCode, type ProblemCode, problems } from '../../../src/shared/problems/problem.ts'
import { problemsOf } from '../../openapi/document.ts'
import { descriptions } from './error-descriptions.ts'
import { everyRoute, nameOf } from './operations.ts'
import { code, heading, table } from './table.ts'

const intro = `
This page lists the problems of the API, with their meaning and what to do. Every error is \`application/problem+json\`
([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)): \`type\` links to this page, \`title\` names the problem, \`detail\` describes this occurrence, \`code\` is for
programs, and \`requestId\` is for reports to us. An invalid request also lists its errors in \`errors\`.

\`title\` and \`detail\` may change; a \`code\` keeps its meaning. Retry requests with status 429 or 503, after the seconds of \`Retry-After\` if present. Retry a
request with status 500 at most once, and only if it is safe to repeat. For other problems, change the request.
`

export function errorsPage(): string {
  const known = Object.keys(problems).filter(isProblemCode)
  return [
    heading('Errors', 'src/shared/problems/problem.ts'),
    intro,
    `\n${table(
      ['code', 'status', 'title'],
      known.map(each => [`[${code(each)}](#${each})`, String(problems[each][0]), `${problems[each][1]}.`]),
    )}`,
    ...known.map(section),
  ].join('')
}

function section(each: ProblemCode): string {
  const [status, title] = problems[each]
  const refusing = everyRoute.filter(route => problemsOf(route).includes(each)).map(nameOf)
  return `\n## ${each}\n\n**${status}** ${title}. ${descriptions[each]}\n${answeredBy(refusing)}`
}

const most = 8 // names; more say nothing

function answeredBy(names: readonly string[]): string {
  if (names.length === 0) return ''
  const which = names.length > most ? `${names.length} operations` : names.map(code).join(', ')
  return `\nAnswered by ${which}.\n`
}
