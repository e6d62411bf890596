import * as z from 'zod'
import { maxJsonDepth } from './json-depth.ts'
import { isStorable } from './text.ts'

/** Whether all strings of a JSON value can be stored, and its nesting is within the limit. */
function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === maxJsonDepth) return false
  return Object.entries(value).every(
    ([name, member]) => isStorable(name) && isStorableJson(member, depth + 1),
  )
}

const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Returns a JSON value as it can be stored: replaces the characters and the levels of nesting that cannot. */
export function toStorable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxJsonDepth) return null
  if (Array.isArray(value)) return value.map(item => toStorable(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), toStorable(member, depth + 1)]),
  )
}

/** An object from the client, stored and returned unchanged. @param maxLength in characters of JSON */
export const OpaqueObject = (maxLength: number) =>
  z
    .custom<Record<string, unknown>>(
      value => typeof value === 'object' && value !== null && !Array.isArray(value),
      'Expected an object.',
    )
    .refine(
      value => isStorableJson(value),
      `Contains text that cannot be stored, or is nested deeper than ${maxJsonDepth} levels.`,
    )
    .refine(
      value => JSON.stringify(value).length <= maxLength,
      `Is longer than ${maxLength} characters of JSON.`,
    )
    .meta({ type: 'object', additionalProperties: true })

/** Such an object of at most 16,384 characters of JSON, or null. */
export const NullableOpaqueObject = OpaqueObject(16_384).nullable()
