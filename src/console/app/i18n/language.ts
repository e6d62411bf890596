// The language of the console: the choice of the operator, else the first language of the browser that it has.

/** `pseudo` shows the English texts marked and from right to left, so that tests find what is not translated or mirrored. */
export type Language = 'en' | 'de' | 'pseudo'

const pseudoTag = 'ar-XB'
const storageKey = 'invigil.console.language'

const languageOf = (tag: string): Language | undefined => {
  if (tag === pseudoTag) return 'pseudo'
  const language = tag.split('-')[0]
  return language === 'en' || language === 'de' ? language : undefined
}

/** The language that the operator chose on this device. */
export const chosenLanguage = (): string => localStorage.getItem(storageKey) ?? ''

/** Stores the choice and loads the console again in that language; an empty choice is that of the browser. */
export function chooseLanguage(tag: string): void {
  if (tag === '') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, tag)
  location.reload()
}

const tags = [chosenLanguage(), ...navigator.languages]
const tag = tags.find(each => languageOf(each) !== undefined) ?? 'en'

export const language: Language = languageOf(tag) ?? 'en'

/** The locale of dates and numbers: with the region of the browser, which has the formats that the operator uses. */
export const locale: string = language === 'pseudo' ? 'en' : regionalTag(tag)

function regionalTag(plain: string): string {
  if (plain.includes('-')) return plain
  return navigator.languages.find(each => each.startsWith(`${plain}-`)) ?? plain
}

/** Sets the language and the direction of the document. */
export function setDocumentLanguage(): void {
  document.documentElement.lang = language === 'pseudo' ? 'en-XB' : language
  document.documentElement.dir = language === 'pseudo' ? 'rtl' : 'ltr'
}
