// What of an application's endpoints the caller reaches, in SQL, for statements that are sent before it is known who calls.

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import { type Asking, applicationIn } from './application.ts'

export type EndpointScope = {
  applicationSid: SQL
  /** The one install of which the caller reaches endpoints; null reaches all. */
  installSid: SQL
}

export const reachedBy = (db: Database, asking: Asking): EndpointScope => ({
  applicationSid: applicationIn(db, asking),
  installSid: asking.callerScope.install,
})

/** Whether the caller reaches the row of `webhook_endpoint` at hand. */
export const isInScope = ({ applicationSid, installSid }: EndpointScope): SQL =>
  sql`(${webhookEndpoint.applicationSid} = ${applicationSid} and ${isOfInstall(installSid)})`

/** The same of an application's row that names an endpoint. */
export const isInScopeOf = (endpointSid: PgColumn, { installSid }: EndpointScope): SQL =>
  sql`(${installSid} is null or exists (select from ${webhookEndpoint}
    where ${webhookEndpoint.sid} = ${endpointSid} and ${webhookEndpoint.installSid} = ${installSid}))`

const isOfInstall = (installSid: SQL): SQL =>
  sql`(${installSid} is null or ${webhookEndpoint.installSid} = ${installSid})`
