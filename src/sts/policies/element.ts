import type { elementTypes } from '../../../db/schema/sts.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Action } from '../../shared/policy/catalogue.ts'
import type { Policy } from '../../shared/policy/policy.ts'

export type ElementType = (typeof elementTypes)[number]

/** `resource` is the id of the one thing that the element is about, or `*`. */
type Target = { installSid: SidOf<'AI'>; targetUserSid: SidOf<'US'>; resource: string }
type Grant = { actions: Action[]; resources: string[] }

/** What each kind of element may do; `installs/{installSid}/` leads each of its resources. */
const grants: Record<ElementType, (target: Target) => Grant[]> = {
  'exam-session': ({ targetUserSid }) => [
    { actions: ['sp:ReadUserProfile'], resources: [`users/${targetUserSid}/profile`] },
  ],
  'proctoring-session': ({ resource }) => [
    ...(resource === '*' ? [{ actions: ['sp:ListUsers' as const], resources: ['users'] }] : []),
    { actions: ['sp:ReadUserProfile'], resources: [`users/${resource}/profile`] },
  ],
  'assessment-viewer': ({ targetUserSid }) => [
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
