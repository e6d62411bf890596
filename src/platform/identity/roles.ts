// The policies of the operator roles. They are evaluated like the policies of credentials.

import type { StoredPolicy } from '../../../db/schema/credential.ts'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'

const viewer = [
  'sp:ListDeadLetters',
  'sp:ListDeliveryAttempts',
  'sp:ListDocuments',
  'sp:ListOperators',
  'sp:ListWebhooks',
  'sp:ReadAccount',
  'sp:ReadDelivery',
  'sp:ReadDeliveryRetry',
  'sp:ReadDocument',
  'sp:ReadWebhook',
] satisfies Action[]
const developer = [
  ...viewer,
  'sp:ActivateWebhook',
  'sp:CreateWebhook',
  'sp:DeactivateWebhook',
  'sp:DeleteDocument',
  'sp:DeleteWebhook',
  'sp:IssueJwt',
  'sp:PublishEvent',
  'sp:RecoverDeliveries',
  'sp:RetryDeliveries',
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

/** Returns the policy of a role. The role of a user of an install is null; its policy allows nothing. */
export const policyOf = (role: OperatorRole | null): StoredPolicy => ({
  version: '1',
  statements:
    role === null ? [] : [{ effect: 'Allow', actions: actions[role], resources: ['api/*', 'auth/*'] }],
})
