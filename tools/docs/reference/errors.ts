import { isProblemCode, type ProblemCode, problems } from '../../../src/shared/problems/problem.ts'
import { problemsOf } from '../../openapi/problems.ts'
import { descriptions } from './error-descriptions.ts'
import { everyRoute, nameOf } from './operations.ts'
import { code, heading, table } from './table.ts'

const intro = `
This page lists the problems of the API, with their meaning and what to do. Every error response is \`application/problem+json\`
([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). \`type\` is the URL of the section below, \`title\` names the problem, \`detail\` describes this occurrence of it. Programs
should depend on \`code\`. Include \`requestId\` when you contact support. The problem of an invalid request also lists its errors in \`errors\`.

\`title\` and \`detail\` may change; a \`code\` keeps its meaning. Retry requests with status 429 or 503, after the seconds of \`Retry-After\` if the
response has it. Retry a request with status 500 at most once, and only if it is safe to repeat. Other errors persist until the request changes.
`

export function errorsPage(): string {
  const codes = Object.keys(problems).filter(isProblemCode)
  return [
    heading('Errors', 'src/shared/problems/problem.ts'),
    intro,
    `\n${table(
      ['code', 'status', 'title'],
      codes.map(each => [`[${code(each)}](#${each})`, String(problems[each][0]), `${problems[each][1]}.`]),
    )}`,
    ...codes.map(section),
  ].join('')
}

function section(each: ProblemCode): string {
  const [status, title] = problems[each]
  const refusing = everyRoute.filter(route => problemsOf(route).includes(each)).map(nameOf)
  return `\n## ${each}\n\n**${status}** ${title}. ${descriptions[each]}\n${operationsText(refusing)}`
}

const maxNames = 8

function operationsText(names: readonly string[]): string {
  if (names.length === 0) return ''
  const which = names.length > maxNames ? `${names.length} operations` : names.map(code).join(', ')
  return `\nReturned by ${which}.\n`
}
