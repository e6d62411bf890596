import { batch } from '../../../db/client.ts'
import { currentTime } from '../../../db/draws.ts'
import { provisionFieldError } from '../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { dayIn } from '../../shared/values/day-in.ts'
import { setActor } from '../actor.ts'
import { route } from '../env.ts'
import { findInstall } from '../installs/queries.ts'
import { InstallParams } from '../installs/schema.ts'
import { findSuppressionKey, hasherOf } from '../people/suppressions/hashes.ts'
import { readBundle, selectRoster } from './bundle.ts'
import { completeKinds, referencesOf, rolesNeeded, toImportRows } from './import.ts'
import { findImported, findRosterRoles, importRoster, type RosterFault } from './queries.ts'
import { resolveReferences } from './references.ts'
import { maxListedErrors, type RowError } from './row-errors.ts'
import { RosterBundle, RosterImported, RosterQuery } from './schema.ts'
import { withoutRolesAbove } from './users.ts'

export const importOneRoster = route({
  method: 'post',
  path: '/v1/installs/{installSid}/provision/oneroster',
  tag: 'Provision',
  action: 'sp:ImportRoster',
  summary: 'Import a OneRoster bundle',
  description:
    'Imports a zip of OneRoster 1.1 or 1.2 CSV files. `academicSessions` become course offerings, `courses` become courses, `classes` become their sections, and `enrollments` become enrollments in course and section. Records are matched by their `sourcedId`, which is stored as `sisId`. Users who are deleted, who a complete file does not list, or whose roles are over, are disabled and withdrawn. Rows that cannot be imported are reported by file and line; all other rows are imported in one transaction. A row that gives a user a role above that of the caller is one of these.',
  params: InstallParams,
  query: RosterQuery,
  body: RosterBundle,
  upload: { mediaTypes: ['application/zip', 'application/x-zip-compressed'], maxBytes: 10 * 1024 * 1024 },
  returns: RosterImported,
  audited: true,
  problems: ['edited_meanwhile'],
  statementTimeoutMs: () => 60_000,
  load: ({ db, params }) => ({ installs: findInstall(db, params), keys: findSuppressionKey(db, params) }),
  handle: async ({
    db,
    env,
    caller,
    params: { installSid },
    query: { mode, dryRun = false },
    body,
    loaded,
  }) => {
    const { defaultTimezone } = firstOr404(loaded.installs)
    const today = dayIn(defaultTimezone, currentTime())
    const bundle = readBundle(body)
    const imported = await batch(db, {
      ...findImported(db, installSid, referencesOf(bundle, caller.role)),
      roles: findRosterRoles(db, installSid, { ...rolesNeeded(bundle), today }),
    })
    const stored = new Map(
      imported.roles.flatMap(({ sisId, rosterRoles }) =>
        sisId === null ? [] : [[sisId, rosterRoles] as const],
      ),
    )
    const hasher = await hasherOf(env, installSid, loaded.keys)
    const importedIds = {
      academicSessions: idsOf(imported.academicSessions),
      courses: idsOf(imported.courses),
      classes: idsOf(imported.classes),
      users: idsOf([...imported.users, ...imported.formerUsers, ...imported.roles]),
      courseOfClass: new Map(
        imported.classes.flatMap(({ sisId, courseSisId }) =>
          sisId !== null && courseSisId !== null ? [[sisId, courseSisId] as const] : [],
        ),
      ),
    }
    const isComplete = bundle.modes['roles.csv'] === 'bulk'
    const selected = withoutRolesAbove(
      caller.role,
      selectRoster(bundle, today, isComplete ? undefined : stored),
    )
    const { roster, errors: referenceErrors } = resolveReferences(selected, importedIds, mode)
    const errorLists = [selected.errors, referenceErrors]
    const complete = mode === 'full' ? completeKinds(roster, errorLists) : []
    const { applied } = await batch(db, {
      actor: setActor(db, caller),
      ...importRoster(db, installSid, { rows: toImportRows(roster, hasher), complete, dryRun }),
    })
    const { counts, faults, ...faultCounts } = firstOr404(applied).row
    const suppressed = faults.filter(({ code }) => code === 'suppressed')
    const rowErrors = faults.filter(({ code }) => code !== 'suppressed')
    const errors: RowError[] = [
      ...errorLists.flatMap(({ listed }) => listed),
      ...rowErrors.map(fault => ({
        ...{ file: fault.file, line: fault.line, code: fault.code, message: messageOf(fault) },
        ...(fault.column !== null && { column: fault.column }),
      })),
    ]
    return {
      mode,
      dryRun,
      counts,
      skipped: roster.skipped,
      unknownFiles: roster.unknownFiles,
      suppressedCount: faultCounts.suppressed,
      suppressed: suppressed.slice(0, maxListedErrors).map(({ line, id }) => ({
        ...{ line, sourcedId: id, result: 'Suppressed' as const },
      })),
      errorCount: errorLists.reduce((sum, { total }) => sum + total, faultCounts.refused),
      errors: errors.slice(0, maxListedErrors).map(error => ({ ...error, column: error.column ?? null })),
    }
  },
})

function messageOf({ code, id, column }: RosterFault): string {
  if (code === 'required') return 'Required.'
  if (code === 'unresolved_reference')
    return `${id} is not imported, because its row in users.csv has an error.`
  return provisionFieldError({ path: column ?? '', code }).message
}

const idsOf = (rows: { sisId: string | null }[]) => new Set(rows.flatMap(({ sisId }) => sisId ?? []))
