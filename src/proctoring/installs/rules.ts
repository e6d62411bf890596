import { invalid } from '../../shared/problems/field-errors.ts'

/**
 * @param zones the time zones with this name
 * @throws Problem `invalid_request` at `path` if a name is given and no time zone has it
 */
export function requireTimeZone(path: string, name: string | undefined, zones: readonly unknown[]): void {
  if (name !== undefined && zones.length === 0)
    throw invalid({ path, code: 'invalid_value', message: 'Unknown IANA time zone.' })
}
