import type { elementTypes } from '../../../db/schema/sts.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Action } from '../../shared/policy/catalogue.ts'
import type { Policy } from '../../shared/policy/policy.ts'

export type ElementType = (typeof elementTypes)[number]

/** `resource` is the id of the one thing that the element is about, or `*`. */
type Target = { installSid: SidOf<'AI'>; targetUserSid: SidOf<'US'>; resource: string }
type Grant = { actions: Action[]; resources: string[] }

/** The sessions that a resource names: one by its id, those of an exam by the exam's, or all. */
const sessionsOf = (resource: string): string[] =>
  resource === '*'
    ? ['exams/*/sessions/*']
    : [`exams/*/sessions/${resource}`, `exams/*/sessions/${resource}/*`, `exams/${resource}/sessions/*`]

/** What a person who looks at a session sees of it. */
const reading: Action[] = ['sp:ReadSession', 'sp:ListSessionEvents', 'sp:ReadSessionEvent']

/**
 * What each kind of element may do; `installs/{installSid}/` leads each of its resources. An exam-session reaches only
 * what is its user's own besides (src/shared/authority/authorise.ts).
 */
const grants: Record<ElementType, (target: Target) => Grant[]> = {
  'exam-session': ({ targetUserSid, resource }) => [
    {
      actions: [...reading, 'sp:StartSession', 'sp:EndSession', 'sp:ReadOnboarding'],
      resources: sessionsOf(resource),
    },
    {
      actions: ['sp:ListEnrollmentSessions', 'sp:ReadEffectiveExamConfiguration'],
      resources: [`enrollments/*/exams/${resource}/*`],
    },
    { actions: ['sp:ReadUserProfile'], resources: [`users/${targetUserSid}/profile`] },
  ],
  'proctoring-session': ({ resource }) => [
    {
      actions: [
        ...[...reading, 'sp:CreateSessionEvent' as const, 'sp:UpdateSessionEvent' as const],
        ...['sp:ListAnnotations' as const, 'sp:CreateAnnotation' as const],
      ],
      resources: sessionsOf(resource),
    },
    { actions: ['sp:ListSessions'], resources: [`exams/${resource}/sessions`] },
    { actions: ['sp:ListEventTypes'], resources: ['eventTypes'] },
    ...(resource === '*' ? [{ actions: ['sp:ListUsers' as const], resources: ['users'] }] : []),
    { actions: ['sp:ReadUserProfile'], resources: [`users/${resource}/profile`] },
  ],
  'assessment-viewer': ({ targetUserSid, resource }) => [
    { actions: [...reading, 'sp:ListAnnotations'], resources: sessionsOf(resource) },
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
