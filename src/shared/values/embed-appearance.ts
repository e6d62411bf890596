// The forms of the values that a host page may give the look of an embed. The SDK and the embedded pages check them, and
// the edge Worker checks the logo before it becomes a source of the Content-Security-Policy. No form allows a character
// that ends a CSS value or a directive.

export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

/** The languages of the embedded pages. */
export const languages = ['en', 'de', 'ar'] as const
export type Language = (typeof languages)[number]

const localeForm = new RegExp(`^(?:${languages.join('|')})(?:-[A-Za-z0-9]{2,8}){0,3}$`)
const family = '(?:[A-Za-z][A-Za-z0-9 -]*|"[A-Za-z][A-Za-z0-9 -]*")'
const fontForm = new RegExp(`^${family}(?:, ?${family})*$`)
const logoForm = /^https:\/\/[a-z0-9.-]+(?::[1-9][0-9]{0,4})?\/[A-Za-z0-9._~/-]+$/

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength

export const isTheme = (value: unknown): value is Theme => themes.some(theme => theme === value)

/** Whether the value is a language tag (BCP 47) of a supported language, such as `de` or `ar-EG`. */
export const isLocale = (value: unknown): value is string => isText(value, 35) && localeForm.test(value)

/** Returns the language of a locale. */
export const languageOf = (locale: string): Language =>
  languages.find(language => locale.startsWith(language)) ?? 'en'

/** Whether the value is a colour in hexadecimal form: `#rgb` or `#rrggbb`. */
export const isColor = (value: unknown): value is string =>
  isText(value, 7) && /^#(?:[0-9a-f]{3}){1,2}$/i.test(value)

/** Whether the value is a list of font families, such as `"Open Sans", Arial, sans-serif`. */
export const isFont = (value: unknown): value is string => isText(value, 200) && fontForm.test(value)

/** Whether the value is a normalized https URL of an image, without user, query and fragment. */
export const isLogo = (value: unknown): value is string =>
  isText(value, 500) && logoForm.test(value) && URL.canParse(value) && new URL(value).href === value
