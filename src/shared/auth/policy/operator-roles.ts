// The policies of the operator roles. They are evaluated like the policies of credentials.

import type { StoredPolicy } from '../../../../db/schema/credential.ts'
import type { OperatorRole } from '../../../../db/schema/operator.ts'
import { type Action, catalogue } from './actions.ts'

// In area C, each role has the actions of its list.
const viewer = [
  'sp:ListAccountInstalls',
  'sp:ListDeadLetters',
  'sp:ListDeliveries',
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

const ofAccount = ['api/*', 'auth/*']

// In areas A and B, a viewer has each action that only reads. An onboarding link is more than that: it opens a session.
const notOfViewers: readonly Action[] = ['sp:ListSignInEvents', 'sp:ReadOnboarding']
const reads = catalogue.filter(action => /^sp:(Read|List)/.test(action) && !notOfViewers.includes(action))
const tokenActions = [
  'sp:IntrospectStsToken',
  'sp:RevokeStsToken',
  'sp:RevokeStsTokens',
  'sp:SimulateStsPolicy',
] satisfies Action[]

/** The resources of areas A and B. */
const ofInstalls = ['installs', 'installs/*', 'proctors', 'proctors/*', 'timezones']

const allow = (actions: string[], resources: string[]) => ({ effect: 'Allow' as const, actions, resources })

const statements: Record<OperatorRole, StoredPolicy['statements']> = {
  viewer: [allow(viewer, ofAccount), allow(reads, ofInstalls)],
  developer: [allow(developer, ofAccount), allow([...reads, ...tokenActions], ofInstalls)],
  admin: [allow(admin, ofAccount), allow(['sp:*'], ofInstalls)],
  owner: [allow(['sp:*'], ['*'])],
}

/** Returns the policy of a role. The role of a user of an install is null; its policy allows nothing. */
export const policyOf = (role: OperatorRole | null): StoredPolicy => ({
  version: '1',
  statements: role === null ? [] : statements[role],
})
