// Parses a OneRoster 1.1 or 1.2 CSV bundle. Does not access the database.

import type * as z from 'zod'
import { newRecordBudget, readRows } from './csv.ts'
import { type DataFile, type Manifest, readManifest } from './manifest.ts'
import { rolesByUser, type StoredRoles } from './roles.ts'
import { emptyErrors, type RosterFile, type RowErrors, rosterFiles, unusedFiles } from './row-errors.ts'
import {
  type AcademicSession,
  AcademicSessionRow,
  type Class,
  ClassRow,
  type Course,
  CourseRow,
  type Enrollment,
  EnrollmentRow,
  type RoleOfUser,
  RoleRow,
  type User,
  UserRow,
} from './rows.ts'
import { type RoleChange, selectEnrollments, selectRoleChanges, selectUsers } from './users.ts'
import { contentOf, entriesOf, invalidBundle, type ZipEntry } from './zip.ts'

/** The rows of a bundle, of all roles. */
export type Bundle = Manifest & {
  academicSessions: AcademicSession[]
  courses: Course[]
  classes: Class[]
  userRows: (z.output<typeof UserRow> & { line: number })[]
  roleRows: RoleOfUser[]
  enrollmentRows: (z.output<typeof EnrollmentRow> & { line: number })[]
  errors: RowErrors
  /** The names of files that OneRoster does not define. */
  unknownFiles: string[]
}

/** The rows to import. */
export type Roster = Omit<Bundle, 'userRows' | 'roleRows' | 'enrollmentRows'> & {
  users: User[]
  /** The roles of earlier imported users, unless users.csv lists all users. */
  roleChanges: RoleChange[]
  enrollments: Enrollment[]
  /** The number of valid rows with a role that is not imported, such as guardian. */
  skipped: { users: number; enrollments: number }
}

/** A Worker has 128 MiB of memory. Measured: 20 MiB of text become 60 to 95 MiB of rows, for example 110,000 users. */
const maxUnpackedBytes = 20 * 1024 * 1024

/**
 * Reads a bundle.
 * @returns the rows that are valid, and an error for each other row. A file with errors in `errors.perFile` is incomplete.
 *   References between rows are not checked; `resolveReferences` does that.
 * @throws Problem `invalid_request` at `body` or at the file, if the body is not a zip, has no OneRoster file,
 *   exceeds a limit or cannot be decompressed
 */
export function readBundle(zip: Uint8Array): Bundle {
  const { entries, unknownFiles } = rosterEntries(entriesOf(zip))
  const errors = emptyErrors()
  const budget = newRecordBudget()
  const contentIn = (file: RosterFile) => {
    const entry = entries.get(file)
    return entry && contentOf(zip, entry, file)
  }
  const manifest = readManifest(contentIn('manifest.csv'), file => entries.has(file), {
    errors,
    budget,
  })
  const { modes } = manifest

  const read = <S extends z.ZodObject>(file: DataFile, schema: S, alsoRequired: string[] = []) => {
    const content = modes[file] === 'absent' ? undefined : contentIn(file)
    if (content === undefined) return []
    // Bulk files leave the status empty. In a delta file, the status distinguishes changed rows from deleted rows.
    const required = modes[file] === 'delta' ? ['status', ...alsoRequired] : alsoRequired
    return readRows(schema, { file, content, errors, budget, alsoRequired: required })
  }

  const roleRows = read('roles.csv', RoleRow)
  const userRows = read('users.csv', UserRow, isRoleRequired(modes) ? ['role'] : [])
  const enrollmentRows = read('enrollments.csv', EnrollmentRow)
  return {
    ...manifest,
    roleRows,
    userRows,
    enrollmentRows,
    academicSessions: read('academicSessions.csv', AcademicSessionRow),
    courses: read('courses.csv', CourseRow),
    classes: read('classes.csv', ClassRow),
    unknownFiles,
    errors,
  }
}

const isRoleRequired = (modes: Manifest['modes']) =>
  modes['users.csv'] !== 'delta' && modes['roles.csv'] === 'absent'

/**
 * Selects the rows to import. Adds an error for each user of a bulk file without a role.
 * @param today the day in the time zone of the install, `YYYY-MM-DD`
 * @param stored see rolesByUser
 */
export function selectRoster(bundle: Bundle, today: string, stored?: StoredRoles): Roster {
  const { userRows, roleRows, enrollmentRows, ...others } = bundle
  const { modes, errors } = bundle
  const roles = rolesByUser(roleRows, today, stored)
  const isDelta = modes['users.csv'] === 'delta'
  const { users, skippedIds } = selectUsers(userRows, roles, { isDelta, errors })
  const enrollments = selectEnrollments(enrollmentRows, skippedIds, today)
  return {
    ...others,
    users,
    roleChanges: modes['users.csv'] === 'bulk' ? [] : selectRoleChanges(roleRows, roles, userRows),
    enrollments,
    skipped: { users: skippedIds.size, enrollments: enrollmentRows.length - enrollments.length },
  }
}

/**
 * Returns the entries to read, by file, and the names of unknown files. The names can have any case. All must be in one folder
 * of the zip, which can have any name.
 */
function rosterEntries(entries: readonly ZipEntry[]) {
  const folders = new Set<string>()
  const byFile = new Map<RosterFile, ZipEntry>()
  const unknownFiles: string[] = []
  let bytes = 0
  for (const entry of entries) {
    const nameStart = entry.name.lastIndexOf('/') + 1
    const name = entry.name.slice(nameStart).toLowerCase()
    const file = rosterFiles.find(known => known.toLowerCase() === name)
    if (file === undefined && isUnknown(entry.name, name)) unknownFiles.push(entry.name)
    if (file === undefined) continue
    if (byFile.has(file))
      throw invalidBundle(file, 'duplicate_file', 'The zip contains more than one file with this name.')
    byFile.set(file, entry)
    folders.add(entry.name.slice(0, nameStart))
    bytes += entry.bytes
  }
  if (byFile.size === 0)
    throw invalidBundle('body', 'no_roster', `Expected one of ${rosterFiles.join(', ')}.`)
  if (folders.size > 1) throw invalidBundle('body', 'many_folders', 'Expected all files in the same folder.')
  if (bytes > maxUnpackedBytes)
    throw invalidBundle(
      'body',
      'too_big',
      `Expected at most ${maxUnpackedBytes} bytes in the files that are read.`,
    )
  return { entries: byFile, unknownFiles }
}

/** Folders and the metadata of macOS are no files of a roster. */
const isUnknown = (path: string, name: string) =>
  name !== '' && name !== '.ds_store' && !path.startsWith('__MACOSX/') && !unusedFiles.has(name)
