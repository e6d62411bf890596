// People with names in many languages, including names that software often handles incorrectly.

import { ar, de, en, es_MX, Faker, fr, he, ko, pt_BR, vi, zh_CN } from '@faker-js/faker'
import type { Person, Place } from './context.ts'
import { type Random, weighted } from './random.ts'

const drawLanguage = weighted([
  [en, 66],
  [es_MX, 10],
  [vi, 4],
  [zh_CN, 4],
  [ko, 3],
  [fr, 3],
  [de, 3],
  [pt_BR, 3],
  [ar, 2], // right to left, like the next one
  [he, 2],
])

/** Names of the first students of every install: apostrophes, right to left, emoji, combining marks, one letter, long. */
export const edgeNames: readonly (readonly [string, string])[] = [
  ['Siobhán', 'O’Brien'],
  ['Shaquille', "O'Neal-D'Angelo"],
  ['محمد', 'الأحمد'],
  ['יעל', 'בן־דוד'],
  ['Sky 🌟', 'Walker 👩🏽‍🚀'],
  ['Zoe\u0308', 'Nguye\u0302\u0303n'], // decomposed (Unicode NFD)
  ['Z̷͖̈a̶͘ͅl̸̓', 'G̵̛o'],
  ['X', 'Æ'],
  ['Anne-Sophie', 'de la Croix-Saint-Étienne'],
  ['İlkay', 'Işık'], // lower-casing these depends on the language
  ['Robert"); --', '%_\\Tables'],
  ['Hubert Blaine', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)],
]

/** Draws the people of an install. Each has a unique email address. */
export function personsOf(random: Random, place: Place) {
  const fakers = new Map<object, Faker>()
  const fakerOf = (locale: typeof en) => {
    const cached = fakers.get(locale)
    if (cached) return cached
    const faker = new Faker({ locale: [locale, en], randomizer: random.source })
    fakers.set(locale, faker)
    return faker
  }
  let count = 0
  const named = (firstName: string, lastName: string): Person => {
    count += 1
    const mobilePhone = `+1 555 ${String(1_000_000 + random.below(9_000_000)).replace(/(\d{3})(\d{4})/, '$1 $2')}`
    return {
      firstName,
      lastName,
      email: `${mailbox(firstName, lastName)}${count}@${place.domain}`,
      mobilePhone,
    }
  }
  return {
    named,
    draw(): Person {
      const { person } = fakerOf(drawLanguage(random))
      const lastName = person.lastName()
      return named(person.firstName(), random.chance(0.01) ? `O’${lastName}` : lastName)
    },
    address(): string {
      const { location } = fakerOf(en)
      return `${location.streetAddress()}, ${location.city()}`
    },
  }
}

/** The local part of the address: the ASCII letters of the name, at most 64 characters (RFC 5321, section 4.5.3.1.1). */
function mailbox(firstName: string, lastName: string): string {
  const letters = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
  return [letters(firstName), letters(lastName)].filter(Boolean).join('.').slice(0, 50) || 'student'
}
