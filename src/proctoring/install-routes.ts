// The operations on installs, and on what an install sets for all its exams.

import {
  createCancellationPolicy,
  deleteCancellationPolicy,
  listCancellationPolicies,
  listCancellationPolicyVersions,
  readCancellationPolicy,
  updateCancellationPolicy,
} from './installs/cancellation-policies/routes.ts'
import { createCredential, listCredentials, revokeCredential } from './installs/credentials/routes.ts'
import {
  createInstall,
  listInstalls,
  readInstall,
  readSettings,
  updateInstall,
  updateInstallSettings,
} from './installs/routes.ts'
import {
  createProctor,
  deleteProctor,
  listProctors,
  readProctor,
  updateProctor,
} from './people/proctors/routes.ts'
import {
  createProctorGroup,
  deleteProctorGroup,
  listProctorGroups,
  readProctorGroup,
  updateProctorGroup,
} from './proctor-groups/routes.ts'
import {
  createProctorType,
  deleteProctorType,
  listProctorTypes,
  readProctorType,
  updateProctorType,
} from './proctor-types/routes.ts'
import {
  createReviewProcess,
  deleteReviewProcess,
  listReviewProcesses,
  readReviewProcess,
  updateReviewProcess,
} from './review-processes/routes.ts'

export const installRoutes = [
  createInstall,
  listInstalls,
  readInstall,
  updateInstall,
  readSettings,
  updateInstallSettings,
  createCancellationPolicy,
  listCancellationPolicies,
  readCancellationPolicy,
  updateCancellationPolicy,
  deleteCancellationPolicy,
  listCancellationPolicyVersions,
  createCredential,
  listCredentials,
  revokeCredential,
  createProctor,
  listProctors,
  readProctor,
  updateProctor,
  deleteProctor,
  createProctorType,
  listProctorTypes,
  readProctorType,
  updateProctorType,
  deleteProctorType,
  createProctorGroup,
  listProctorGroups,
  readProctorGroup,
  updateProctorGroup,
  deleteProctorGroup,
  createReviewProcess,
  listReviewProcesses,
  readReviewProcess,
  updateReviewProcess,
  deleteReviewProcess,
] as const
