// Lists changes of the account's records: the rows that the trigger function `audit_changes` writes.

import { and, eq, gte, lt } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { auditActions, auditEvent, auditedKinds } from '../../../db/schema/audit.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { equals } from '../../shared/http/filter.ts'
import { asPage, listQuery, orderOf, paged, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { route } from '../env.ts'
import { EpochMs, Milliseconds } from '../epoch-ms.ts'

const kind = z.enum(auditedKinds)
const action = z.enum(auditActions)
const AnySid = z
  .string()
  .regex(/^[A-Z]{2}[a-f0-9]{32}$/, 'Expected a sid such as AI0199d0b8a4c27d3e9f1a2b3c4d5e6f70.')

const anySid = 'AK0199d0b8a4c27d3e9f1a2b3c4d5e6f70'

const descriptions = {
  kind: { description: 'The kind of the changed record.' },
  action: { description: 'What was done with the record.' },
  recordSid: { description: 'The sid of the changed record.', example: anySid },
  changes: {
    description: 'The names of the changed members; their values are not stored.',
    example: ['name', 'role'],
  },
  actor: {
    description:
      'The sid of a credential, an operator or a user; for an api token, the credential that holds it. Null for the system itself, the setup and mailed links.',
    example: anySid,
  },
  actorKind: {
    description: 'The type of its credentials: credential, token or session.',
    example: 'session',
  },
  operation: {
    description: 'The operationId of the request; null for the system itself.',
    example: 'updateOperator',
  },
  requestId: {
    description: 'The id of the request in the log; null for the system itself.',
    example: 'd90a084e-1f60-41a0-85f6-2ad41c4365d1',
  },
  address: {
    description: 'The IP address of the caller. Not stored for users of installs.',
    example: '198.51.100.7',
  },
  from: {
    description: 'Only changes at or after this time, in milliseconds since 1970.',
    example: '1795253400000',
  },
  to: { description: 'Only changes before this time, in milliseconds since 1970.', example: '1795257000000' },
}

const AuditEvent = z
  .object(
    described(
      {
        id: Sid('AU'),
        installSid: NullableSid('AI').meta({
          description: 'Sid of the install of the record; null if it belongs to the account.',
        }),
        kind: kind.meta({
          description:
            'The kind of the changed record. `tokens`: all tokens of the user, credential or install with the sid `recordSid`.',
        }),
        action,
        recordSid: z.string(),
        changes: z.array(z.string()),
        actor: z.string().nullable(),
        actorKind: z.string().nullable(),
        operation: z.string().nullable(),
        requestId: z.string().nullable(),
        address: z.string().nullable(),
        createdAt: EpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'AuditEvent' })

const AuditEventQuery = listQuery(
  described(
    {
      kind: kind.optional(),
      action: action.optional(),
      recordSid: AnySid.optional(),
      actor: AnySid.optional(),
      installSid: Sid('AI').optional(),
      from: Milliseconds.optional().meta({ type: 'string' }),
      to: Milliseconds.optional().meta({ type: 'string' }),
    },
    descriptions,
  ),
  ['createdDate'],
)

/** Selects the audit events of the caller's account. */
const listRows = (db: Database, { account }: CallerScope, query: z.output<typeof AuditEventQuery>) =>
  paged(
    db,
    ({ keys, after }) =>
      db
        .select({
          id: auditEvent.sid,
          installSid: auditEvent.installSid,
          kind: auditEvent.kind,
          action: auditEvent.action,
          recordSid: auditEvent.recordSid,
          changes: auditEvent.changes,
          actor: auditEvent.actor,
          actorKind: auditEvent.actorKind,
          operation: auditEvent.operation,
          requestId: auditEvent.requestId,
          address: auditEvent.address,
          createdAt: auditEvent.createdDate,
          keys,
        })
        .from(auditEvent)
        .where(
          and(
            eq(auditEvent.accountSid, account),
            equals(auditEvent.kind, query.kind),
            equals(auditEvent.action, query.action),
            equals(auditEvent.recordSid, query.recordSid),
            equals(auditEvent.actor, query.actor),
            equals(auditEvent.installSid, query.installSid),
            query.from && gte(auditEvent.createdDate, query.from),
            query.to && lt(auditEvent.createdDate, query.to),
            after,
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: auditEvent.createdDate }, ['createdDate'], auditEvent.sid),
    query,
  )

export const listAuditEvents = route({
  method: 'get',
  path: '/api/audit',
  tag: 'Audit',
  action: 'sp:ListAuditEvents',
  callers: ['session', 'credential'],
  needs: 'account',
  summary: 'List the audit events of the account',
  description:
    'Lists changes of credentials, installs, endpoints, operators and users, and revocations of tokens, each with its actor, time and request. The rows contain the names of changed members, not their values.',
  query: AuditEventQuery,
  returns: pageOf(AuditEvent, 'AuditEventPage'),
  load: ({ db, callerScope, query }) => listRows(db, callerScope, query),
  handle: asPage,
})
