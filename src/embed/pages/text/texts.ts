// The language of the page: that of the embedding page (query parameter `locale`), else of the browser, else English.

import { isLocale, type Language, languageOf } from '../../../shared/values/embed-appearance.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'

const catalogues: Record<Language, Texts> = { en, de, ar }

const asked = new URLSearchParams(location.search).get('locale')
const supported = navigator.languages.filter(isLocale)

/** A language without region takes the browser's region of it, which has the format of dates that the viewer uses. */
const regional = supported.find(tag => tag.startsWith(`${asked}-`))

/** The locale of dates and numbers. */
export const locale: string = isLocale(asked) ? (regional ?? asked) : (supported[0] ?? 'en')

export const language: Language = languageOf(locale)

/** The texts of the page. */
export const t: Texts = catalogues[language]

const number = new Intl.NumberFormat(locale)
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

export const numberOf = (count: number): string => number.format(count)
export const percentOf = (part: number): string => share.format(part)
