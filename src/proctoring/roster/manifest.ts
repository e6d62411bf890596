// Reads manifest.csv, which declares the mode of each other file, and checks it against the files of the bundle.

import { type CsvFile, readRows } from './csv.ts'
import { addError, type RosterFile, type RowErrors } from './row-errors.ts'
import { ManifestRow } from './rows.ts'

export type DataFile = Exclude<RosterFile, 'manifest.csv'>

/** `bulk`: the file lists all records. `delta`: the file lists changes. `absent`: the file is not read. */
type Mode = 'absent' | 'bulk' | 'delta'

export type Manifest = {
  /** The value of `oneroster.version`, such as `1.2`. */
  version: string | undefined
  modes: Record<DataFile, Mode>
}

const modes: readonly string[] = ['absent', 'bulk', 'delta'] satisfies Mode[]
const isMode = (text: string | undefined): text is Mode => text !== undefined && modes.includes(text)

type Property = { value: string | undefined; line: number }

/**
 * Returns the mode of each file. If the manifest does not declare an existing file, or its declaration contradicts the
 * bundle, adds an error and returns `absent` for the file: importing a delta as bulk would delete all other records.
 * Without a manifest (`content` is undefined; old exporters write none), each file of the bundle is `bulk`.
 */
export function readManifest(
  content: Uint8Array | undefined,
  isPresent: (file: DataFile) => boolean,
  { errors, budget }: Pick<CsvFile, 'errors' | 'budget'>,
): Manifest {
  const properties = content && propertiesOf({ content, errors, budget })
  const version = properties?.get('oneroster.version')
  if (version !== undefined && !/^1\.[12](\.\d+)?$/.test(version.value ?? ''))
    addValueError(errors, version.line, 'oneroster.version', 'Expected 1.1 or 1.2.')
  const modeOf = (file: DataFile): Mode => {
    if (properties === undefined) return isPresent(file) ? 'bulk' : 'absent'
    const name = `file.${file.replace('.csv', '')}`
    return checkedMode(name, properties.get(name), isPresent(file), errors)
  }
  return {
    version: version?.value,
    modes: {
      'academicSessions.csv': modeOf('academicSessions.csv'),
      'courses.csv': modeOf('courses.csv'),
      'classes.csv': modeOf('classes.csv'),
      'users.csv': modeOf('users.csv'),
      'roles.csv': modeOf('roles.csv'),
      'enrollments.csv': modeOf('enrollments.csv'),
    },
  }
}

function propertiesOf(csvFile: Omit<CsvFile, 'file'>): Map<string, Property> {
  const { errors } = csvFile
  const file = 'manifest.csv'
  const properties = new Map<string, Property>()
  for (const { propertyName, value, line } of readRows(ManifestRow, { ...csvFile, file })) {
    const first = properties.get(propertyName)
    if (first === undefined) {
      properties.set(propertyName, { value, line })
      continue
    }
    const message = `Duplicate ${propertyName}, first used on line ${first.line}.`
    addError(errors, { file, line, column: 'propertyName', code: 'duplicate', message })
  }
  return properties
}

function checkedMode(
  name: string,
  property: Property | undefined,
  isPresent: boolean,
  errors: RowErrors,
): Mode {
  const { value, line } = property ?? { value: isPresent ? undefined : 'absent', line: 1 }
  if (isMode(value) && isPresent === (value !== 'absent')) return value
  const expected = isPresent
    ? 'Expected bulk or delta, because the zip contains the file.'
    : 'Expected absent, because the zip does not contain the file.'
  addValueError(errors, line, name, expected)
  return 'absent'
}

const addValueError = (errors: RowErrors, line: number, name: string, message: string) =>
  addError(errors, {
    file: 'manifest.csv',
    line,
    column: 'value',
    code: 'invalid_value',
    message: `${name}: ${message}`,
  })
