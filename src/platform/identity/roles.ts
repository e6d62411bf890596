// What each role of operators may do. A role is a policy like any other: one rule decides for everybody who calls.

import type { StoredPolicy } from '../../../db/schema/credential.ts'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'

const viewer = [
  'sp:ListDeadLetters',
  'sp:ListDeliveryAttempts',
  'sp:ListOperators',
  'sp:ListWebhooks',
  'sp:ReadAccount',
  'sp:ReadDelivery',
  'sp:ReadWebhook',
] satisfies Action[]
const developer = [
  ...viewer,
  'sp:ActivateWebhook',
  'sp:CreateWebhook',
  'sp:DeactivateWebhook',
  'sp:DeleteWebhook',
  'sp:IssueJwt',
  'sp:PublishEvent',
  'sp:RecoverDeliveries',
  'sp:RetryDelivery',
  'sp:RotateWebhookSecret',
  'sp:TestWebhook',
  'sp:UpdateWebhook',
] satisfies Action[]
const admin = [
  ...developer,
  'sp:DeleteOperator',
  'sp:DisableOperator',
  'sp:EnableOperator',
  'sp:InviteOperator',
  'sp:ListAuditEvents',
  'sp:ListSignInEvents',
  'sp:ReinviteOperator',
  'sp:UpdateOperator',
] satisfies Action[]

const actions: Record<OperatorRole, string[]> = { viewer, developer, admin, owner: ['sp:*'] }

/** The policy of a role; null, for a user of an install, allows nothing. */
export const policyOf = (role: OperatorRole | null): StoredPolicy => ({
  version: '1',
  statements:
    role === null ? [] : [{ effect: 'Allow', actions: actions[role], resources: ['api/*', 'auth/*'] }],
})
