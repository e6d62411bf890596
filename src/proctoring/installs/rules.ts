import { invalid } from '../../shared/problems/field-errors.ts'

/** @throws Problem `invalid_request` at `path` for the name of a zone of which `zones`, what was found by it, has none */
export function requireZone(path: string, name: string | undefined, zones: readonly unknown[]): void {
  if (name !== undefined && zones.length === 0)
    throw invalid({ path, code: 'invalid_value', message: 'There is no such IANA time zone.' })
}
