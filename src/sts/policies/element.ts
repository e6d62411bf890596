import type { elementTypes } from '../../../db/schema/sts.ts'
import type { Prefix, SidOf } from '../../../db/sid.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'
import type { Policy } from '../../shared/auth/policy/policy.ts'

type ElementType = (typeof elementTypes)[number]

/** `resource` is the id of one resource, or `*`. */
type Target = { installSid: SidOf<'AI'>; targetUserSid: SidOf<'US'>; resource: string }
type Grant = { actions: Action[]; resources: string[] }

/** The actions that read a session and its events. */
const readActions: Action[] = ['sp:ReadSession', 'sp:ListSessionEvents', 'sp:ReadSessionEvent']

/** The actions with which a learner books, moves and cancels an appointment. */
const appointmentActions: Action[] = [
  'sp:ReadAvailability',
  'sp:ScheduleSession',
  'sp:RescheduleSession',
  'sp:CancelSession',
]

/** The actions with which a learner takes the exam. */
const attemptActions: Action[] = [
  'sp:StartSession',
  'sp:EndSession',
  'sp:ReadOnboarding',
  'sp:RecordSystemCheck',
]

/** The actions with which a learner adds photos and returned work to a session. The rules of files bind them to the resource. */
const fileActions: Action[] = ['sp:CreateFile', 'sp:CompleteFile']

/** Returns whether the resource has the prefix, or is `*`. */
const hasPrefix = (prefix: Prefix, resource: string) => resource === '*' || resource.startsWith(prefix)

const sessions = (actions: Action[], resource: string): Grant[] => [
  ...(hasPrefix('ES', resource)
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

/** Returns the grant if the resource has the prefix, or is `*`. */
const grantFor = (prefix: Prefix, resource: string, grant: Grant): Grant[] =>
  hasPrefix(prefix, resource) ? [grant] : []

/**
 * The permissions of each element type. `elementPolicy` prefixes each resource with `installs/{installSid}/`.
 * src/shared/auth/authorize.ts also restricts an exam-session, and an assessment-viewer without a resource, to the
 * records of their user.
 */
const grants: Record<ElementType, (target: Target) => Grant[]> = {
  'exam-session': ({ targetUserSid, resource }) => [
    ...sessions([...readActions, ...appointmentActions, ...attemptActions], resource),
    ...grantFor('EX', resource, {
      actions: ['sp:ListEnrollmentSessions', 'sp:ReadEffectiveExamConfiguration'],
      resources: [`enrollments/*/exams/${resource}/*`],
    }),
    { actions: fileActions, resources: ['files', 'files/*/complete'] },
    { actions: ['sp:ReadUserProfile'], resources: [`users/${targetUserSid}/profile`] },
  ],
  'proctoring-session': ({ resource }) => [
    ...sessions(
      [
        ...readActions,
        'sp:CreateSessionEvent',
        'sp:UpdateSessionEvent',
        'sp:ListAnnotations',
        'sp:CreateAnnotation',
      ],
      resource,
    ),
    ...grantFor('EX', resource, { actions: ['sp:ListSessions'], resources: [`exams/${resource}/sessions`] }),
    { actions: ['sp:ListEventTypes'], resources: ['eventTypes'] },
    ...(resource === '*' ? [{ actions: ['sp:ListUsers' as const], resources: ['users'] }] : []),
    ...grantFor('US', resource, {
      actions: ['sp:ReadUserProfile'],
      resources: [`users/${resource}/profile`],
    }),
  ],
  'assessment-viewer': ({ targetUserSid, resource }) => [
    ...sessions([...readActions, 'sp:ListAnnotations'], resource),
    { actions: ['sp:ReadUserProfile'], resources: [`users/${targetUserSid}/profile`] },
  ],
}

/** Returns the built-in policy of an element. It lists each action and contains no action patterns. */
export const elementPolicy = (elementType: ElementType, target: Target): Policy => ({
  version: '1',
  statements: grants[elementType](target).map(({ actions, resources }) => ({
    effect: 'Allow',
    actions,
    resources: resources.map(resource => `installs/${target.installSid}/${resource}`),
  })),
})
