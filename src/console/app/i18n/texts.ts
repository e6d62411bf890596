// The texts of a part of the console, in each language. Each page declares its own, and is loaded with them.

import { language } from './language.ts'

type Text = string | ((...values: never[]) => string)
export type Texts = { [name: string]: Text | Texts }

/** The same texts in another language. */
type Translated<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Translated<T[K]>
}

/** Returns the texts in the language of the console. */
export function textsOf<T extends Texts>(en: T, de: Translated<T>): Translated<T> {
  if (language === 'pseudo') return marked(en) as Translated<T>
  return language === 'de' ? de : (en as unknown as Translated<T>)
}

/** Marks each text, so that one that does not come from here is visible. */
function marked(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string'
        ? mark(text)
        : typeof text === 'function'
          ? (...values: never[]) => mark(text(...values))
          : marked(text),
    ]),
  )
}

const mark = (text: string): string => `⟦${text}⟧`
