import { type OperatorRole, operatorRoles } from '../../../db/schema/operator.ts'
import { elementTypes } from '../../../db/schema/sts.ts'
import { resourceOf } from '../../../src/shared/auth/authorize.ts'
import type { Action, topicActions } from '../../../src/shared/auth/policy/actions.ts'
import { allows } from '../../../src/shared/auth/policy/decide.ts'
import { policyOf } from '../../../src/shared/auth/policy/operator-roles.ts'
import { elementPolicy } from '../../../src/sts/policies/element.ts'
import { everyRoute, nameOf } from './operations.ts'
import { code, codes, heading, table } from './table.ts'

const intro = `
This page lists the actions that a [policy](../concepts.md#credential-policy-action-role) can allow: one for each operation. A policy lists actions, or \`sp:*\` for all
actions, and resources. A resource is the path of an operation without \`/v1/\`, in which
a segment \`*\` matches any text, including slashes.

- **takes**: the accepted kinds of secret, if the operation does not accept all: \`credential\` (\`invigil_key_…\`), \`token\` (an stsToken), \`session\` (the
  sign-in of an operator), \`jwt\`. Area C (\`/api\`, \`/auth\`) never accepts an stsToken.
- **role**: the roles of which a credential must have one, in addition to its policy. A token has the role of its credential, an
  element that of its user: learner, proctor, learner.
- **account**: the caller must have access to the whole account, not to one install.
- **held by**: the elements whose built-in policy has the action, and the lowest role of operators with it (\`viewer\` < \`developer\` < \`admin\` < \`owner\`).
`

const topics = `
## Topics

An api token uses [topics](../realtime.md) over a WebSocket, which is no operation. The resource is \`installs/{installSid}/topics/{topic}\`, with the dots of the topic as
slashes.

`

const topicRows: [(typeof topicActions)[number], string][] = [
  ['sp:PublishTopic', 'to publish on a topic of the install'],
  ['sp:SubscribeTopic', 'to subscribe to a topic of the install, and to read its history and its presence'],
]

export function actionsPage(): string {
  const tags = [...new Set(everyRoute.filter(({ action }) => action).map(({ tag }) => tag))]
  return [
    heading('Actions', 'the route tables and src/shared/auth/policy/actions.ts'),
    intro,
    ...tags.map(section),
    ...[
      topics,
      table(
        ['action', 'allows'],
        topicRows.map(([action, text]) => [code(action), text]),
      ),
    ],
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
                codes([
                  ...elementsWith(action),
                  ...(callers?.includes('session') === false
                    ? []
                    : operatorsWith(action, sampleResource(route.path))),
                ]),
              ],
            ]
          : [],
      ),
  )}`

/** A resource of an operation. */
const sampleResource = (path: string) => resourceOf(path.replaceAll(/\{\w+\}/g, 'x'))

const sampleUser = { installSid: 'AI', targetUserSid: 'US', resource: '*' } as const

const elementsWith = (action: Action): string[] =>
  elementTypes.filter(type =>
    elementPolicy(type, sampleUser).statements.some(({ actions }) => actions.includes(action)),
  )

/** The lowest role that may do the action on the resource. Higher roles may do it too. */
const operatorsWith = (action: Action, resource: string): OperatorRole[] =>
  operatorRoles
    .toReversed()
    .filter(role => allows([policyOf(role)], action, resource))
    .slice(0, 1)
