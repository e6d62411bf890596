import * as z from 'zod'
import { maxJsonDepth } from './json-depth.ts'
import { isStorable } from './text.ts'

/** Whether all texts of a JSON value can be stored, and it is not nested deeper than anyone means. */
function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === maxJsonDepth) return false
  return Object.entries(value).every(([name, member]) => isStorable(name) && isKeepable(member, depth + 1))
}

/** An object that belongs to the client: kept and given back as it came. @param maxLength in characters of JSON */
export const OpaqueObject = (maxLength: number) =>
  z
    .custom<Record<string, unknown>>(
      value => typeof value === 'object' && value !== null && !Array.isArray(value),
      'Expected an object.',
    )
    .refine(
      value => isKeepable(value),
      `Contains text that cannot be stored, or is nested deeper than ${maxJsonDepth} levels.`,
    )
    .refine(
      value => JSON.stringify(value).length <= maxLength,
      `Is longer than ${maxLength} characters of JSON.`,
    )
    .meta({ type: 'object', additionalProperties: true })

/** Such an object of 16 KiB at most, or none. */
export const NullableOpaqueObject = OpaqueObject(16_384).nullable()
