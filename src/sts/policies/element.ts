import type { elementTypes } from '../../../db/schema/sts.ts'
import type { Prefix, SidOf } from '../../../db/sid.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'
import type { Policy } from '../../shared/auth/policy/policy.ts'

type ElementType = (typeof elementTypes)[number]

/** `resource` is the id of the one thing that the element is about, or `*`. */
type Target = { installSid: SidOf<'AI'>; targetUserSid: SidOf<'US'>; resource: string }
type Grant = { actions: Action[]; resources: string[] }

/** What a person who looks at a session sees of it. */
const reading: Action[] = ['sp:ReadSession', 'sp:ListSessionEvents', 'sp:ReadSessionEvent']

/** Whether the resource is of the kind, or everything. */
const isOf = (prefix: Prefix, resource: string) => resource === '*' || resource.startsWith(prefix)

const sessions = (actions: Action[], resource: string): Grant[] => [
  ...(isOf('ES', resource)
    ? [
        {
          actions,
          resources: [
            `exams/*/sessions/${resource}`,
            ...(resource === '*' ? [] : [`exams/*/sessions/${resource}/*`]),
          ],
        },
      ]
    : []),
  ...(resource.startsWith('EX') ? [{ actions, resources: [`exams/${resource}/sessions/*`] }] : []),
]

/** A grant that makes sense only where the element is about one of the kind, or about everything. */
const where = (prefix: Prefix, resource: string, grant: Grant): Grant[] =>
  isOf(prefix, resource) ? [grant] : []

/**
 * What each kind of element may do; `installs/{installSid}/` leads each of its resources. An exam-session, and an
 * assessment-viewer without a resource, reach only their user's own records besides (src/shared/auth/authorize.ts).
 */
const grants: Record<ElementType, (target: Target) => Grant[]> = {
  'exam-session': ({ targetUserSid, resource }) => [
    ...sessions([...reading, 'sp:StartSession', 'sp:EndSession', 'sp:ReadOnboarding'], resource),
    ...where('EX', resource, {
      actions: ['sp:ListEnrollmentSessions', 'sp:ReadEffectiveExamConfiguration'],
      resources: [`enrollments/*/exams/${resource}/*`],
    }),
    { actions: ['sp:ReadUserProfile'], resources: [`users/${targetUserSid}/profile`] },
  ],
  'proctoring-session': ({ resource }) => [
    ...sessions(
      [
        ...reading,
        'sp:CreateSessionEvent',
        'sp:UpdateSessionEvent',
        'sp:ListAnnotations',
        'sp:CreateAnnotation',
      ],
      resource,
    ),
    ...where('EX', resource, { actions: ['sp:ListSessions'], resources: [`exams/${resource}/sessions`] }),
    { actions: ['sp:ListEventTypes'], resources: ['eventTypes'] },
    ...(resource === '*' ? [{ actions: ['sp:ListUsers' as const], resources: ['users'] }] : []),
    ...where('US', resource, { actions: ['sp:ReadUserProfile'], resources: [`users/${resource}/profile`] }),
  ],
  'assessment-viewer': ({ targetUserSid, resource }) => [
    ...sessions([...reading, 'sp:ListAnnotations'], resource),
    { actions: ['sp:ReadUserProfile'], resources: [`users/${targetUserSid}/profile`] },
  ],
}

/** The built-in policy of an element, already expanded: it names each action. */
export const elementPolicy = (elementType: ElementType, target: Target): Policy => ({
  version: '1',
  statements: grants[elementType](target).map(({ actions, resources }) => ({
    effect: 'Allow',
    actions,
    resources: resources.map(resource => `installs/${target.installSid}/${resource}`),
  })),
})
