// The effective configuration of one learner, from functions that keep their plans. Postgres plans a statement with the view for 2 ms.

import { type SQL, sql } from 'drizzle-orm'
import { getViewConfig } from 'drizzle-orm/pg-core'
import { examSession } from '../../../db/schema/session.ts'
import { effectiveConfiguration } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'

type Pair = { enrollmentSid: SidOf<'EN'>; examSid: SidOf<'EX'> }

const viewName = sql.identifier(getViewConfig(effectiveConfiguration).name)
const { sid, enrollmentSid, examSid } = examSession

const parametersOf = (pair: Pair): SQL =>
  sql`${sql.param(pair.enrollmentSid, enrollmentSid)}, ${sql.param(pair.examSid, examSid)}`

/**
 * The effective configuration of a learner in an exam, to select from under the name of its view. It has the columns that
 * `effective_configuration_of` returns.
 */
export const effectiveOf = (pair: Pair): SQL =>
  sql`effective_configuration_of(${parametersOf(pair)}) ${viewName}`

/** The effective configuration for the learner of a session, like `effectiveOf`. Without such a session it has no row. */
export const effectiveOfSession = (sessionSid: SidOf<'ES'>): SQL => sql`(
  select configuration.* from ${examSession}, effective_configuration_of(${enrollmentSid}, ${examSid}) configuration
  where ${sid} = ${sql.param(sessionSid, sid)}) ${viewName}`

/** Whether a learner may have a session of an exam, to select from. It has the columns that `session_entitlement_of` returns. */
export const entitlementOf = (pair: Pair): SQL => sql`session_entitlement_of(${parametersOf(pair)})`
