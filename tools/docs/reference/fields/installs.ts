// Which operations set the fields of an install, of what it offers, and of its credentials.

import { EventType } from '../../../../src/proctoring/events/schema.ts'
import {
  CancellationPolicy,
  CancellationPolicyVersion,
} from '../../../../src/proctoring/installs/cancellation-policies/schema.ts'
import { CredentialCreated } from '../../../../src/proctoring/installs/credentials/schema.ts'
import { Install, InstallSettings } from '../../../../src/proctoring/installs/schema.ts'
import { Proctor } from '../../../../src/proctoring/people/proctors/schema.ts'
import { ProctorGroup } from '../../../../src/proctoring/proctor-groups/schema.ts'
import { ProctorType } from '../../../../src/proctoring/proctor-types/schema.ts'
import { ReviewProcess } from '../../../../src/proctoring/review-processes/schema.ts'
import { Credential } from '../../../../src/shared/auth/credentials/schema.ts'
import { each, fieldsOf } from './fields-of.ts'

const credential = {
  ...each(['sid', 'installSid', 'name', 'role', 'policy'], 'createCredential'),
  ...each(['createdBySid', 'expiresAt', 'createdDate'], 'createCredential'),
  ...each(['revokedAt'], 'revokeCredential'),
}

export const installs = {
  Install: fieldsOf(Install, {
    ...each(['sid', 'accountSid', 'applicationSid', 'createdDate'], 'createInstall'),
    ...each(['name', 'editDate'], 'createInstall', 'updateInstall'),
  }),
  InstallSettings: fieldsOf(
    InstallSettings,
    each(
      [
        ...(['maxTokenTtlSeconds', 'defaultTimezone', 'requireManagerExamApproval'] as const),
        ...(['requireManagerProctorApproval', 'noShowGraceMinutes', 'overrunGraceMinutes'] as const),
        ...(['requireSystemCheck', 'cancellationPolicySid', 'allowedEmbedOrigins'] as const),
        ...(['files', 'locale', 'notifications', 'readsPerMinute', 'writesPerMinute'] as const),
      ],
      'updateInstallSettings',
    ),
  ),
  Credential: fieldsOf(Credential, credential),
  CredentialCreated: fieldsOf(CredentialCreated, { ...credential, secret: ['createCredential'] }),
  Proctor: fieldsOf(Proctor, {
    ...each(['sid', 'createdDate'], 'createProctor'),
    ...each(['name', 'installSids', 'editDate'], 'createProctor', 'updateProctor'),
  }),
  ProctorType: fieldsOf(ProctorType, {
    ...each(['sid', 'installSid', 'createdDate'], 'createProctorType'),
    ...each(['code', 'name', 'live', 'review', 'roomScan'], 'createProctorType', 'updateProctorType'),
    ...each(['autoApprove', 'capacity', 'editDate'], 'createProctorType', 'updateProctorType'),
    ...each(['retiredDate'], 'deleteProctorType'),
  }),
  ProctorGroup: fieldsOf(ProctorGroup, {
    ...each(['sid', 'installSid', 'createdDate'], 'createProctorGroup'),
    ...each(['name', 'members', 'capacity', 'editDate'], 'createProctorGroup', 'updateProctorGroup'),
    ...each(['retiredDate'], 'deleteProctorGroup'),
  }),
  ReviewProcess: fieldsOf(ReviewProcess, {
    ...each(['sid', 'installSid', 'createdDate'], 'createReviewProcess'),
    ...each(['name', 'hoursUntilDue'], 'createReviewProcess', 'updateReviewProcess'),
    ...each(['secondReview', 'editDate'], 'createReviewProcess', 'updateReviewProcess'),
    ...each(['retiredDate'], 'deleteReviewProcess'),
  }),
  CancellationPolicy: fieldsOf(CancellationPolicy, {
    ...each(['sid', 'installSid', 'createdDate'], 'createCancellationPolicy'),
    ...each(
      ['name', 'leadTimeMinutes', 'maxReschedules', 'versionSid', 'version', 'editDate'],
      ...(['createCancellationPolicy', 'updateCancellationPolicy'] as const),
    ),
    ...each(['retiredDate'], 'deleteCancellationPolicy'),
  }),
  CancellationPolicyVersion: fieldsOf(
    CancellationPolicyVersion,
    each(
      ['sid', 'version', 'leadTimeMinutes', 'maxReschedules', 'createdDate'],
      ...(['createCancellationPolicy', 'updateCancellationPolicy'] as const),
    ),
  ),
  EventType: fieldsOf(EventType, {
    ...each(['sid', 'installSid', 'createdDate'], 'createEventType'),
    ...each(['name', 'opensIncident', 'editDate'], 'createEventType', 'updateEventType'),
    ...each(['code'], 'createInstall'),
    ...each(['retiredDate'], 'deleteEventType'),
  }),
}
