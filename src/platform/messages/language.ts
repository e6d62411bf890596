// The language of a mail, and the dates in it.

import { type Language, languages } from '../../shared/messages/texts.ts'
import { dateFormat } from '../../shared/values/date-format.ts'

type Locales = { userLocale: string | null; installLocale: string }

const languageOf = (locale: string): Language | undefined => {
  const [primary] = locale.toLowerCase().split('-')
  return languages.find(language => language === primary)
}

/** Returns the locale of a mail: that of the user, of the install, or English, whichever has texts. */
export function mailLocale({ userLocale, installLocale }: Locales): { locale: string; language: Language } {
  for (const locale of [userLocale, installLocale]) {
    const language = locale ? languageOf(locale) : undefined
    if (locale && language) return { locale, language }
  }
  return { locale: 'en', language: 'en' }
}

/**
 * Returns a day and a time in a zone, with the name of the zone: `Thursday, March 5, 2026 at 9:00 AM EST
 * (America/New_York)`.
 */
export function formatDate(at: Date, locale: string, timeZone: string): string {
  const options = { dateStyle: 'full', timeStyle: 'short', timeZone } as const
  const text = dateFormat(locale, options)
    .format(at)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
  const short = abbreviation(at, locale, timeZone)
  return short === timeZone ? `${text} ${short}` : `${text} ${short} (${timeZone})`
}

const abbreviation = (at: Date, locale: string, timeZone: string): string =>
  dateFormat(locale, { timeZoneName: 'short', timeZone })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
