// Bundles as exporters write them, with every column of the public lists in order:
// https://www.imsglobal.org/oneroster-v11-final-csv-tables and https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv

import { strToU8, zipSync } from 'fflate'

export type Version = '1.1' | '1.2'
type Cells = Record<string, string>

const shared = {
  academicSessions:
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
  orgs: 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
  courses:
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
  classes:
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
  enrollments:
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
}

/** The header of each file. 1.2.1 struck `resourceSourcedIds` from users; exporters of 1.2 still write it. */
export const headers: Record<Version, Cells> = {
  '1.1': {
    ...shared,
    users:
      'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
  },
  '1.2': {
    ...shared,
    users:
      'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns',
    roles:
      'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
  },
}

const listed11 =
  'academicSessions,categories,classes,classResources,courses,courseResources,demographics,enrollments,lineItems,orgs,resources,results,users'
const listed12 =
  'lineItemLearningObjectiveIds,lineItemScoreScales,resultLearningObjectiveIds,resultScoreScales,roles,scoreScales,userProfiles,userResources'

const listed: Record<Version, string[]> = {
  '1.1': listed11.split(','),
  '1.2': `${listed11},${listed12}`.split(','),
}

const tables = ['academicSessions', 'orgs', 'courses', 'classes', 'users', 'roles', 'enrollments'] as const
export type Table = (typeof tables)[number]
export type Tables = Partial<Record<Table, Cells[]>>

/** The default values of a row. */
const defaults: Record<Table, (sourcedId: string) => Cells> = {
  academicSessions: sourcedId => ({
    title: `Session ${sourcedId}`,
    type: 'term',
    startDate: '2026-08-15',
    endDate: '2026-12-20',
    schoolYear: '2027',
  }),
  orgs: sourcedId => ({ name: `School ${sourcedId}`, type: 'school' }),
  courses: sourcedId => ({ title: `Course ${sourcedId}`, orgSourcedId: 'org-1' }),
  classes: sourcedId => ({
    title: `Class ${sourcedId}`,
    courseSourcedId: 'course-1',
    classType: 'scheduled',
    schoolSourcedId: 'org-1',
    termSourcedIds: 'session-1',
  }),
  users: sourcedId => ({
    enabledUser: 'true',
    orgSourcedIds: 'org-1',
    role: 'student',
    username: sourcedId,
    givenName: 'Ada',
    familyName: 'Lovelace',
    email: `${sourcedId}@school.example`,
    primaryOrgSourcedId: 'org-1',
  }),
  roles: () => ({ userSourcedId: 'user-1', roleType: 'primary', role: 'student', orgSourcedId: 'org-1' }),
  enrollments: () => ({
    classSourcedId: 'class-1',
    schoolSourcedId: 'org-1',
    userSourcedId: 'user-1',
    role: 'student',
    primary: 'false',
  }),
}

const singular: Record<Table, string> = {
  academicSessions: 'session',
  orgs: 'org',
  courses: 'course',
  classes: 'class',
  users: 'user',
  roles: 'role',
  enrollments: 'enrollment',
}

export type BundleOptions = {
  version?: Version
  mode?: 'bulk' | 'delta'
  /** Files that replace those of the tables, by name; `undefined` omits one. */
  files?: Record<string, string | Uint8Array | undefined>
  /** The folder in the zip that holds the files, such as `export/`. */
  folder?: string
}

/**
 * A bundle of the given tables. The default `sourcedId` of a row is `course-1`, `course-2` ... by its index; in a delta its
 * status is `active`. In 1.2 the `role` of a user becomes a primary row of roles.csv, unless it is ''.
 */
export function bundle(given: Tables, options: BundleOptions = {}): Uint8Array {
  return zipOf(bundleFiles(given, options), options.folder)
}

/** The files of a bundle, by name. */
export function bundleFiles(given: Tables, { version = '1.1', mode = 'bulk', files }: BundleOptions = {}) {
  const changed = { status: 'active', dateLastModified: '2026-08-01T00:00:00.000Z' }
  const filled: Tables = { orgs: [{}], ...given }
  const texts: Record<string, string | Uint8Array> = {}
  const rowsOf = (table: Table): Cells[] | undefined =>
    filled[table]?.map((row, index) => {
      const { sourcedId = `${singular[table]}-${index + 1}` } = row
      return { sourcedId, ...(mode === 'delta' ? changed : {}), ...defaults[table](sourcedId), ...row }
    })
  if (version === '1.2' && filled.users !== undefined)
    filled.roles ??= (rowsOf('users') ?? []).flatMap(({ sourcedId = '', role = '' }) =>
      role === '' ? [] : { sourcedId: `${sourcedId}-role`, userSourcedId: sourcedId, role },
    )
  for (const table of tables) {
    const rows = rowsOf(table)
    const header = headers[version][table]
    if (rows !== undefined && header !== undefined) texts[`${table}.csv`] = csv(header.split(','), rows)
  }
  texts['manifest.csv'] = manifest(version, name => (`${name}.csv` in texts ? mode : 'absent'))
  for (const [name, content] of Object.entries(files ?? {}))
    if (content === undefined) delete texts[name]
    else texts[name] = content
  return texts
}

export const manifest = (version: Version, modeOf: (name: string) => string) =>
  csv(
    ['propertyName', 'value'],
    [
      { propertyName: 'manifest.version', value: '1.0' },
      { propertyName: 'oneroster.version', value: version },
      ...listed[version].map(name => ({ propertyName: `file.${name}`, value: modeOf(name) })),
      { propertyName: 'source.systemName', value: 'Test SIS' },
      { propertyName: 'source.systemCode', value: 'test' },
    ],
  )

/** RFC 4180, with CRLF. */
export const csv = (header: readonly string[], rows: readonly Cells[]) =>
  [header, ...rows.map(row => header.map(column => row[column] ?? ''))]
    .map(fields => `${fields.map(quoted).join(',')}\r\n`)
    .join('')

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** A zip of the files, in a folder of it if one is named. */
export const zipOf = (files: Record<string, string | Uint8Array>, folder = ''): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        `${folder}${name}`,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )
