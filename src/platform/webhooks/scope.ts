// The endpoints in the caller's scope, as SQL conditions, for statements that are sent in the same batch as
// authentication.

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import { type ApplicationRequest, applicationSidOf } from './application.ts'

export type EndpointScope = {
  applicationSid: SQL
  /** The install to which the caller is bound; null: all installs. */
  installSid: SQL
}

export const endpointScopeOf = (db: Database, request: ApplicationRequest): EndpointScope => ({
  applicationSid: applicationSidOf(db, request),
  installSid: request.callerScope.install,
})

/** The condition that a row of `webhook_endpoint` is in the scope. */
export const isInScope = ({ applicationSid, installSid }: EndpointScope): SQL =>
  sql`(${webhookEndpoint.applicationSid} = ${applicationSid} and ${isOfInstall(installSid)})`

/** The condition that a row of the application refers to an endpoint in the scope. */
export const isInScopeOf = (endpointSid: PgColumn, { installSid }: EndpointScope): SQL =>
  sql`(${installSid} is null or exists (select from ${webhookEndpoint}
    where ${webhookEndpoint.sid} = ${endpointSid} and ${webhookEndpoint.installSid} = ${installSid}))`

const isOfInstall = (installSid: SQL): SQL =>
  sql`(${installSid} is null or ${webhookEndpoint.installSid} = ${installSid})`
