import * as z from 'zod'

/** Text that Postgres keeps as it came: no NUL and no lone surrogate, which would be refused or silently replaced. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** What a client may leave out or set to null. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

/** Text that may be empty: notes and the like. */
export const FreeText = (max: number) =>
  z.string().max(max).refine(isStorable, 'Contains characters that cannot be stored.')

// Format characters (Cf) are invisible or turn the direction of what follows.
const lineBreaks = /[\p{Cc}\p{Cf}\u2028\u2029]/u
/** What domain names take for a dot (UTS 46), and what looks like one. */
const dots = /[\u3002\uFF0E\uFF61\u2024]/gu
const url = /\/\/|\b(?:https?|ftp|mailto|tel|data|javascript):|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu

/** A name that appears in mails: one line, and nothing that mail programs make a link of. */
export const LineName = (max: number) =>
  Text(max)
    .refine(text => !lineBreaks.test(text), 'Expected one line without control characters.')
    .refine(text => !url.test(text.replaceAll(dots, '.')), 'A name contains no URL.')

/** A stored name as it appears in a mail: one line that mail programs make no link of, whatever was stored. */
export const inMail = (name: string): string =>
  name
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll(dots, '.')
    .replaceAll(/:?\/\//g, ' ')
    .replaceAll(/\.(?=\S)/g, '. ')
    .trim()

/** Text of an answer that may be absent. */
export const NullableText = z.string().nullable()

/** Text of 1 to `max` UTF-16 code units that can be stored as it came. */
export const Text = (max: number) =>
  z.string().min(1).max(max).refine(isStorable, 'Contains characters that cannot be stored.')
