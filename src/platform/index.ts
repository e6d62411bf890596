// Area C: read this first.

import { readAccount, updateAccount } from './account/routes.ts'
import { listAuditEvents } from './audit/changes.ts'
import { listSignInEvents } from './audit/routes.ts'
import {
  createAccountCredential,
  listAccountCredentials,
  revokeAccountCredential,
  rotateAccountCredential,
} from './credentials/routes.ts'
import { publishEvent } from './events/routes.ts'
import { readReadiness } from './health/readiness.ts'
import { readHealth } from './health/routes.ts'
import { issueJwt, verifyJwt } from './jwt/routes.ts'
import { disableSecondFactor } from './mfa/remove.ts'
import { confirmSecondFactor, enrollSecondFactor, verifySecondFactor } from './mfa/routes.ts'
import {
  deleteOperator,
  disableOperator,
  enableOperator,
  inviteOperator,
  listOperators,
  reinviteOperator,
  updateOperator,
} from './operators/routes.ts'
import { changeOwnPassword, forgotPassword, setForgottenPassword } from './passwords/routes.ts'
import { endOwnSession, listOwnSessions, logout, readSelf } from './sessions/routes.ts'
import { createFirstAdmin, readSetupStatus } from './setup/routes.ts'
import { login } from './sign-in/routes.ts'
import {
  listDeadLetters,
  listDeliveryAttempts,
  readDelivery,
  retryDelivery,
} from './webhooks/deliveries/routes.ts'
import {
  activateWebhook,
  createWebhook,
  deactivateWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  recoverDeliveries,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks/routes.ts'

export const routes = [
  readHealth,
  readReadiness,

  readSetupStatus,
  createFirstAdmin,

  login,
  verifySecondFactor,
  logout,
  readSelf,
  listOwnSessions,
  endOwnSession,

  forgotPassword,
  setForgottenPassword,
  changeOwnPassword,

  enrollSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,

  readAccount,
  updateAccount,
  listOperators,
  inviteOperator,
  reinviteOperator,
  updateOperator,
  deleteOperator,
  disableOperator,
  enableOperator,
  listSignInEvents,

  listAccountCredentials,
  createAccountCredential,
  revokeAccountCredential,
  rotateAccountCredential,
  listAuditEvents,

  issueJwt,
  verifyJwt,

  listWebhooks,
  createWebhook,
  // Before the path that takes any endpoint.
  listDeliveryAttempts,
  listDeadLetters,
  readDelivery,
  retryDelivery,
  readWebhook,
  updateWebhook,
  activateWebhook,
  deactivateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  recoverDeliveries,

  publishEvent,
]
