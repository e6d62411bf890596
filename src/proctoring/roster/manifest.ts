// What a bundle's manifest.csv says about its other files, and what holds of it.

import { readRows, type Source } from './csv.ts'
import { type Findings, note, type RosterFile } from './findings.ts'
import { ManifestRow } from './rows.ts'

export type DataFile = Exclude<RosterFile, 'manifest.csv'>

/** `bulk`: the file lists all that there is. `delta`: it lists what changed. `absent`: there is nothing to read. */
type Mode = 'absent' | 'bulk' | 'delta'

export type Manifest = {
  /** `oneroster.version` as the manifest has it, such as `1.2`. */
  version: string | undefined
  modes: Record<DataFile, Mode>
}

const modes: readonly string[] = ['absent', 'bulk', 'delta'] satisfies Mode[]
const isMode = (text: string | undefined): text is Mode => text !== undefined && modes.includes(text)

type Property = { value: string | undefined; line: number }

/**
 * The mode of each file: what the manifest says where that is true. A file that is there and that it does not name, or
 * that it names otherwise than it is, is noted and counts as `absent`: to take changes for all that there is would
 * delete the rest. No manifest (`undefined`, as old exporters have it) is no error, and every file is `bulk` then.
 */
export function readManifest(
  content: Uint8Array | undefined,
  isPresent: (file: DataFile) => boolean,
  { findings, budget }: Pick<Source, 'findings' | 'budget'>,
): Manifest {
  const properties = content && propertiesOf({ content, findings, budget })
  const version = properties?.get('oneroster.version')
  if (version !== undefined && !/^1\.[12](\.\d+)?$/.test(version.value ?? ''))
    noteValue(findings, version.line, 'oneroster.version', 'Expected 1.1 or 1.2.')
  const modeOf = (file: DataFile): Mode => {
    if (properties === undefined) return isPresent(file) ? 'bulk' : 'absent'
    const name = `file.${file.replace('.csv', '')}`
    return trueMode(name, properties.get(name), isPresent(file), findings)
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

function propertiesOf(source: Omit<Source, 'file'>): Map<string, Property> {
  const { findings } = source
  const file = 'manifest.csv'
  const properties = new Map<string, Property>()
  for (const { propertyName, value, line } of readRows(ManifestRow, { ...source, file })) {
    const before = properties.get(propertyName)
    if (before === undefined) {
      properties.set(propertyName, { value, line })
      continue
    }
    const message = `${propertyName} stands on line ${before.line} already.`
    note(findings, { file, line, column: 'propertyName', code: 'duplicate', message })
  }
  return properties
}

function trueMode(
  name: string,
  property: Property | undefined,
  isPresent: boolean,
  findings: Findings,
): Mode {
  const { value, line } = property ?? { value: isPresent ? undefined : 'absent', line: 1 }
  if (isMode(value) && isPresent === (value !== 'absent')) return value
  const expected = isPresent
    ? 'Expected bulk or delta, for the file is there.'
    : 'Expected absent, for the file is not there.'
  noteValue(findings, line, name, expected)
  return 'absent'
}

const noteValue = (findings: Findings, line: number, name: string, message: string) =>
  note(findings, {
    file: 'manifest.csv',
    line,
    column: 'value',
    code: 'invalid_value',
    message: `${name}: ${message}`,
  })
