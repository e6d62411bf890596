// A OneRoster 1.1 or 1.2 CSV bundle, read without touching the database.

import type * as z from 'zod'
import { newBudget, readRows } from './csv.ts'
import { type Findings, noFindings, type RosterFile, rosterFiles } from './findings.ts'
import { type DataFile, type Manifest, readManifest } from './manifest.ts'
import {
  type AcademicSession,
  AcademicSessionRow,
  type Class,
  ClassRow,
  type Course,
  CourseRow,
  type Enrollment,
  EnrollmentRow,
  RoleRow,
  type User,
  UserRow,
} from './rows.ts'
import { enrollmentsOf, rolesByUser, usersOf } from './users.ts'
import { contentOf, entriesOf, refused, type ZipEntry } from './zip.ts'

export type Roster = Manifest & {
  academicSessions: AcademicSession[]
  courses: Course[]
  classes: Class[]
  users: User[]
  enrollments: Enrollment[]
  /** How many sound rows have a role that is not imported, such as a guardian's. */
  skipped: { users: number; enrollments: number }
  errors: Findings
}

/** A Worker has 128 MiB. Measured: this much text becomes 60 to 95 MiB of rows, such as 110,000 users. */
const maxUnpackedBytes = 20 * 1024 * 1024

/**
 * Reads a bundle: the rows that can be imported, and an error for each that cannot. References between rows are not
 * followed; that is `unresolved`. A file of which `errors.perFile` tells errors does not list all that there is.
 * @throws Problem `invalid_request` if the bytes are no zip, hold no file of OneRoster or too much, or cannot be unpacked:
 * at `body`, or at the file
 */
export function readBundle(zip: Uint8Array): Roster {
  const entries = rosterEntries(entriesOf(zip))
  const errors = noFindings()
  const budget = newBudget()
  const contentIn = (file: RosterFile) => {
    const entry = entries.get(file)
    return entry && contentOf(zip, entry, file)
  }
  const manifest = readManifest(contentIn('manifest.csv'), file => entries.has(file), {
    findings: errors,
    budget,
  })
  const { modes } = manifest

  const read = <S extends z.ZodObject>(file: DataFile, schema: S, alsoRequired: string[] = []) => {
    const content = modes[file] === 'absent' ? undefined : contentIn(file)
    if (content === undefined) return []
    // In bulk the status is left empty; a delta without it would say nothing.
    const required = modes[file] === 'delta' ? ['status', ...alsoRequired] : alsoRequired
    return readRows(schema, { file, content, findings: errors, budget, alsoRequired: required })
  }

  const roles = rolesByUser(read('roles.csv', RoleRow))
  const isDelta = modes['users.csv'] === 'delta'
  const people = read('users.csv', UserRow, isDelta || modes['roles.csv'] !== 'absent' ? [] : ['role'])
  const { users, skippedIds } = usersOf(people, roles, { isDelta, findings: errors })
  const places = read('enrollments.csv', EnrollmentRow)
  const enrollments = enrollmentsOf(places, skippedIds)
  return {
    ...manifest,
    academicSessions: read('academicSessions.csv', AcademicSessionRow),
    courses: read('courses.csv', CourseRow),
    classes: read('classes.csv', ClassRow),
    users,
    enrollments,
    skipped: { users: skippedIds.size, enrollments: places.length - enrollments.length },
    errors,
  }
}

/** The entries to read by file: all in one folder of the zip, of whatever name, or in none. */
function rosterEntries(entries: readonly ZipEntry[]): Map<RosterFile, ZipEntry> {
  const folders = new Set<string>()
  const found = new Map<RosterFile, ZipEntry>()
  let bytes = 0
  for (const entry of entries) {
    const start = entry.name.lastIndexOf('/') + 1
    const file = rosterFiles.find(name => name === entry.name.slice(start))
    if (file === undefined) continue
    if (found.has(file))
      throw refused(file, 'duplicate_file', 'The zip holds more than one file of this name.')
    found.set(file, entry)
    folders.add(entry.name.slice(0, start))
    bytes += entry.bytes
  }
  if (found.size === 0) throw refused('body', 'no_roster', `Expected one of ${rosterFiles.join(', ')}.`)
  if (folders.size > 1) throw refused('body', 'many_folders', 'Expected all files in the same folder.')
  if (bytes > maxUnpackedBytes)
    throw refused('body', 'too_big', `Expected at most ${maxUnpackedBytes} bytes in the files that are read.`)
  return found
}
