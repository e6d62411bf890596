import { type OperatorRole, operatorRoles } from '../../../db/schema/operator.ts'
import { elementTypes } from '../../../db/schema/sts.ts'
import { policyOf } from '../../../src/platform/identity/roles.ts'
import type { Action } from '../../../src/shared/auth/policy/actions.ts'
import { elementPolicy } from '../../../src/sts/policies/element.ts'
import { everyRoute, nameOf } from './operations.ts'
import { code, codes, heading, table } from './table.ts'

const intro = `
This page lists the actions that a [policy](../concepts.md#credential-policy-action-role) can allow: one for each operation. A policy names actions, or \`sp:*\` for all of
them, and resources: an operation's path without \`/v1/\`, in which
\`*\` as a whole segment stands for anything, slashes too.

- **takes**: the kinds of secret that may call, where not every one may: \`credential\` (\`invigil_key_…\`), \`token\` (an stsToken), \`session\` (an
  operator's sign-in), \`jwt\`. In area C (\`/api\`, \`/auth\`) an stsToken never may.
- **role**: the roles that a credential must have beside its policy, where not every one will do. A token has the role of its credential, an
  element that of whom it is made for: learner, proctor, learner.
- **account**: the caller must reach the whole account, not one install.
- **held by**: which elements have the action built in, and from which role of operators on it is theirs (\`viewer\` < \`developer\` < \`admin\` < \`owner\`).
`

export function actionsPage(): string {
  const tags = [...new Set(everyRoute.filter(({ action }) => action).map(({ tag }) => tag))]
  return [
    heading('Actions', 'the tables of routes and src/shared/auth/policy/actions.ts'),
    intro,
    ...tags.map(section),
  ].join('')
}

const section = (tag: string): string =>
  `\n## ${tag}\n\n${table(
    ['action', 'operation', 'needs', 'held by'],
    everyRoute
      .filter(route => route.tag === tag)
      .flatMap(({ action, callers, roles, needs, ...route }) =>
        action
          ? [
              [
                code(action),
                `${code(nameOf(route))} ${route.summary}`,
                [
                  ...(callers ? [`takes ${codes(callers)}`] : []),
                  ...(roles ? [`role ${codes(roles)}`] : []),
                  ...(needs ? ['account'] : []),
                ].join('; '),
                codes([...elementsWith(action), ...operatorsWith(action)]),
              ],
            ]
          : [],
      ),
  )}`

const someone = { installSid: 'AI', targetUserSid: 'US', resource: '*' } as const

const elementsWith = (action: Action): string[] =>
  elementTypes.filter(type =>
    elementPolicy(type, someone).statements.some(({ actions }) => actions.includes(action)),
  )

/** The first of the roles that has the action; those after it have it too. */
const operatorsWith = (action: Action): OperatorRole[] =>
  operatorRoles
    .toReversed()
    .filter(role => policyOf(role).statements.some(({ actions }) => actions.includes(action)))
    .slice(0, 1)
