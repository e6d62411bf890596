// Chooses how an appointment is proctored: its type and its group.

import { isDeepStrictEqual } from 'node:util'
import { and, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { proctorGroup, proctorType } from '../../../../db/schema/proctoring.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { effectiveConfiguration as effective } from '../../../../db/schema/views.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { takeCapacity, versionOf } from '../../capacity.ts'
import { effectiveOfSession } from '../effective-of-session.ts'
import { reviewSettingsOf } from '../lifecycle/review-due.ts'
import type { SessionRow } from '../read/find-session.ts'

type Requested = { proctorType?: string | undefined; proctorGroupSid?: SidOf<'PG'> | undefined }

/** Builds the statements that select what an appointment of the session can choose from. */
export const findProctoring = (db: Database, sessionSid: SidOf<'ES'>, { proctorGroupSid }: Requested) => ({
  types: findOfferedTypes(db, sessionSid),
  groups: findGroups(db, sessionSid, proctorGroupSid),
})

/** The types that the effective configuration names, in its order. Its other texts are not the code of a type. */
const findOfferedTypes = (db: Database, sessionSid: SidOf<'ES'>) =>
  db
    .select({ ...getTableColumns(proctorType), version: versionOf(proctorType) })
    .from(effectiveOfSession(sessionSid))
    .innerJoin(
      proctorType,
      and(
        eq(proctorType.installSid, effective.installSid),
        isNull(proctorType.retiredDate),
        sql`${proctorType.code} = any(${effective.proctorTypes})`,
      ),
    )
    .orderBy(sql`array_position(${effective.proctorTypes}, ${proctorType.code})`)

/** The requested group, that of the session and that of the exam. */
const findGroups = (db: Database, sessionSid: SidOf<'ES'>, requested: SidOf<'PG'> | undefined) =>
  db
    .select({ ...getTableColumns(proctorGroup), version: versionOf(proctorGroup) })
    .from(examSession)
    .innerJoin(exam, eq(exam.sid, examSession.examSid))
    .innerJoin(
      proctorGroup,
      and(
        eq(proctorGroup.installSid, examSession.installSid),
        or(
          eq(proctorGroup.sid, examSession.proctorGroupSid),
          eq(proctorGroup.sid, exam.proctorGroupSid),
          requested && eq(proctorGroup.sid, requested),
        ),
      ),
    )
    .where(eq(examSession.sid, sessionSid))

type TypeRow = RowOf<typeof findOfferedTypes>
type GroupRow = RowOf<typeof findGroups>

export type ProctoringChoice = {
  trigger: 'schedule' | 'reschedule'
  row: Pick<SessionRow, 'session' | 'exam' | 'configuration'>
  /** The `proctorTypes` of the configuration for which `types` were read. */
  listed: readonly string[] | undefined
  types: readonly TypeRow[]
  groups: readonly GroupRow[]
  requested: Requested
}

/**
 * Returns the type and the group of an appointment, and what they set on its session. Without a request, a rescheduled
 * session keeps them. Otherwise it has the first type of the configuration, and the group of the exam.
 * @throws Problem `invalid_request` for a type that the configuration does not offer, or an unknown or retired group;
 *   `edited_meanwhile` if the choice was read before the session
 */
export function chooseProctoring({ trigger, row, listed, types, groups, requested }: ProctoringChoice) {
  const { session, exam, configuration } = row
  const kept = trigger === 'reschedule' ? session : { proctorTypeSid: null, proctorGroupSid: null }
  if (!isDeepStrictEqual(listed, configuration?.proctorTypes)) throw new Problem('edited_meanwhile')
  const type =
    requestedType(types, requested.proctorType) ??
    types.find(({ sid }) => sid === kept.proctorTypeSid) ??
    types[0]
  const groupSid = kept.proctorGroupSid ?? exam.proctorGroupSid
  const group =
    requestedGroup(row, groups, requested.proctorGroupSid) ?? groups.find(({ sid }) => sid === groupSid)
  if (groupSid !== null && !group) throw new Problem('edited_meanwhile')
  const code = type?.code ?? null
  return {
    type,
    group,
    values: {
      proctorTypeSid: type?.sid ?? null,
      sessionType: code,
      schedulingModule: code,
      workflowModule: code,
      reviewRequired: type?.review === 'required',
      mandatoryRoomScanVideo: type?.roomScan ?? false,
      proctorGroupSid: group?.sid ?? null,
      ...reviewSettingsOf(exam),
    },
  }
}

function requestedType(types: readonly TypeRow[], code: string | undefined): TypeRow | undefined {
  if (code === undefined) return undefined
  const type = types.find(offered => offered.code === code)
  if (type) return type
  const codes = types.map(offered => offered.code).join(', ')
  throw invalid({
    path: 'proctorType',
    code: 'invalid_value',
    message: codes ? `The exam offers ${codes}.` : 'The exam offers no proctor type.',
  })
}

/** A retired group can be requested only where it is already chosen. */
function requestedGroup(
  { session, exam }: ProctoringChoice['row'],
  groups: readonly GroupRow[],
  requested: SidOf<'PG'> | undefined,
): GroupRow | undefined {
  if (requested === undefined) return undefined
  const group = groups.find(({ sid }) => sid === requested)
  if (!group) throw invalid(unknownSid('proctorGroupSid', 'proctor group', requested))
  if (group.retiredDate !== null && ![session.proctorGroupSid, exam.proctorGroupSid].includes(requested))
    throw invalid({
      path: 'proctorGroupSid',
      code: 'invalid_value',
      message: 'The proctor group is retired.',
    })
  return group
}

type Chosen = { type: TypeRow | undefined; group: GroupRow | undefined }

/**
 * Builds the guards that precede the update of the session.
 * @throws Problem `edited_meanwhile`, `capacity_full`
 */
export function takeProctoring(
  db: Database,
  { type, group }: Chosen,
  booking: Parameters<typeof takeCapacity>[2],
): Record<string, Statement> {
  const { proctorTypeSid, proctorGroupSid } = examSession
  const taken = {
    type: type && takeCapacity(db, { table: proctorType, row: type, reference: proctorTypeSid }, booking),
    group:
      group && takeCapacity(db, { table: proctorGroup, row: group, reference: proctorGroupSid }, booking),
  }
  return Object.fromEntries(
    Object.entries(taken).flatMap(([of, guards = {}]) =>
      Object.entries(guards).map(([name, statement]) => [`${name} of ${of}`, statement]),
    ),
  )
}
