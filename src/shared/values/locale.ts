import * as z from 'zod'

const longest = 35 // RFC 5646, section 4.4.1

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** A language tag (BCP 47), such as `de-AT`. */
export const Locale = z
  .string()
  .max(longest)
  .refine(isLocale, 'Expected a BCP 47 language tag such as de-AT.')
