// The look of the frame. It is passed in the frame's URL, so that the frame has it before it shows anything.

import {
  isColor,
  isFont,
  isLocale,
  isLogo,
  isTheme,
  type Language,
  languageOf,
} from '../../shared/values/embed-appearance.ts'
import type { Platform } from './platform.ts'
import type { OptionsFor } from './types.ts'

/** Query parameters of the frame's URL. */
export type Appearance = Partial<Record<'theme' | 'locale' | 'color' | 'font' | 'logo', string>>

const checks = {
  theme: [isTheme, 'theme must be light, dark or auto'],
  locale: [isLocale, 'locale must be en, de or ar, optionally with a region such as de-AT'],
  color: [isColor, 'brand.color must be a colour such as #0a5 or #00aa55'],
  font: [isFont, 'brand.font must be a list of font families such as Georgia, serif'],
  logo: [isLogo, 'brand.logo must be an https URL without user, query and fragment'],
} as const

const names = ['theme', 'locale', 'color', 'font', 'logo'] as const

/**
 * Returns the look from the options, and where they have none from the page: its language, and the CSS variables of the
 * container. An invalid CSS variable is ignored with a warning.
 * @throws TypeError that names an invalid option
 */
export function appearanceOf<Container>(
  platform: Platform<Container, unknown>,
  { container, theme, locale, brand = {} }: OptionsFor<Container>,
): Appearance {
  if (typeof brand !== 'object' || brand === null) throw new TypeError('brand must be an object')
  const { color, font, logo } = brand
  const given = { theme, locale, color, font, logo }
  for (const name of names) {
    const [isValid, message] = checks[name]
    if (given[name] !== undefined && !isValid(given[name])) throw new TypeError(message)
  }
  const { language, variable } = platform.look(container)
  given.locale ??= isLocale(language) ? language : undefined
  for (const name of ['color', 'font'] as const) {
    const value = variable(`--invigil-brand-${name}`)
    const [isValid, message] = checks[name]
    if (isValid(value)) given[name] ??= value
    else if (value !== '') platform.warn(`Invigil: --invigil-brand-${name} is ignored, because ${message}.`)
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The texts that the SDK itself shows: the name of the frame, and a notice in place of a frame that does not load. */
export const textsOf = ({ locale = 'en' }: Appearance) => texts[languageOf(locale)]

const texts: Record<Language, { title: string; unreachable: string }> = {
  en: {
    title: 'Exam proctoring',
    unreachable: 'The exam service cannot be reached. Please check your connection and reload the page.',
  },
  de: {
    title: 'Prüfungsaufsicht',
    unreachable:
      'Der Prüfungsdienst ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
  },
  ar: {
    title: 'مراقبة الاختبار',
    unreachable: 'يتعذر الوصول إلى خدمة الاختبار. يرجى التحقق من الاتصال وإعادة تحميل الصفحة.',
  },
}
