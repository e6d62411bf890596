// The route table of area C. Start reading here.

import {
  createAccountCredential,
  listAccountCredentials,
  revokeAccountCredential,
  rotateAccountCredential,
} from './account/credentials/routes.ts'
import { listAccountInstalls } from './account/installs/routes.ts'
import { readAccount, updateAccount } from './account/settings/routes.ts'
import { listAuditEvents } from './audit/changes.ts'
import { listSignInEvents } from './audit/routes.ts'
import { issueJwt, verifyJwt } from './auth/jwt/routes.ts'
import { disableSecondFactor } from './auth/mfa/remove.ts'
import { confirmSecondFactor, enrollSecondFactor, verifySecondFactor } from './auth/mfa/routes.ts'
import { changeOwnPassword, forgotPassword, setForgottenPassword } from './auth/passwords/routes.ts'
import { endOwnSession, listOwnSessions, logout, readSelf } from './auth/sessions/routes.ts'
import { login } from './auth/sign-in/routes.ts'
import { deleteDocument, listDocuments, readDocument } from './documents/routes.ts'
import { readReadiness } from './health/readiness.ts'
import { readHealth } from './health/routes.ts'
import {
  deleteOperator,
  disableOperator,
  enableOperator,
  inviteOperator,
  listOperators,
  reinviteOperator,
  updateOperator,
} from './operators/routes.ts'
import { createFirstAdmin, readSetupStatus } from './setup/routes.ts'
import {
  listDeadLetters,
  listDeliveries,
  listDeliveryAttempts,
  readDelivery,
  retryDelivery,
} from './webhooks/deliveries/routes.ts'
import {
  activateWebhook,
  deactivateWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks/endpoints/actions.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
} from './webhooks/endpoints/routes.ts'
import { publishEvent } from './webhooks/events/routes.ts'
import { recoverDeliveries } from './webhooks/recoveries/routes.ts'
import { readDeliveryRetry, retryDeliveries } from './webhooks/retries/routes.ts'

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
  listAccountInstalls,
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
  // These must precede `/api/webhooks/{webhookSid}`, and `deliveries/retry` must precede `deliveries/{deliverySid}`.
  listDeliveryAttempts,
  listDeadLetters,
  listDeliveries,
  retryDeliveries,
  readDelivery,
  retryDelivery,
  readDeliveryRetry,
  readWebhook,
  updateWebhook,
  activateWebhook,
  deactivateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  recoverDeliveries,

  publishEvent,

  listDocuments,
  readDocument,
  deleteDocument,
]
