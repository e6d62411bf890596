import * as z from 'zod'

/** Whether Postgres stores the text unchanged. It refuses NUL, and lone surrogates would be replaced. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** A member that clients may omit or set to null. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

/** Text that may be empty, such as notes. */
export const FreeText = (max: number) =>
  z.string().max(max).refine(isStorable, 'Contains characters that cannot be stored.')

// Format characters (Cf) are invisible or change the direction of text.
const lineBreaks = /[\p{Cc}\p{Cf}\u2028\u2029]/u
/** Characters that domain names treat as a dot (UTS 46), and that look like one. */
const dots = /[\u3002\uFF0E\uFF61\u2024]/gu
const url = /\/\/|\b(?:https?|ftp|mailto|tel|data|javascript):|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu

/** A name of one line. */
export const OneLine = (max: number) =>
  Name(max).refine(text => !lineBreaks.test(text), 'Expected one line without control characters.')

/** A name that appears in mails: one line without text that mail programs turn into links. */
export const LineName = (max: number) =>
  OneLine(max).refine(text => !url.test(text.replaceAll(dots, '.')), 'A name contains no URL.')

/** Returns a stored name for a mail: one line without text that mail programs turn into links. */
export const inMail = (name: string): string =>
  name
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll(dots, '.')
    .replaceAll(/:?\/\//g, ' ')
    .replaceAll(/\.(?=\S)/g, '. ')
    .trim()

const blank = String.raw`[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]`
const outerBlanks = new RegExp(`^${blank}+|${blank}+$`, 'gu')

/** Removes the characters at both ends that show nothing: all of Unicode, not only those of `String.trim`. */
export const trimBlanks = (text: string): string => text.replaceAll(outerBlanks, '')

/** A name, a title or a username: text of 1 to `max` UTF-16 code units that shows something. It is stored unchanged. */
export const Name = (max: number) =>
  Text(max).refine(text => text === '' || trimBlanks(text) !== '', 'Expected more than blanks.')

/** Text of a response, or null. */
export const NullableText = z.string().nullable()

/** Text of 1 to `max` UTF-16 code units that can be stored unchanged. */
export const Text = (max: number) =>
  z.string().min(1).max(max).refine(isStorable, 'Contains characters that cannot be stored.')
