// The texts of mails to learners: their kinds, languages and placeholders, and the texts with which an install replaces those
// of the product.

import * as z from 'zod'
import type { messageKinds } from '../../../db/schema/message.ts'
import { FreeText, LineName } from '../values/text.ts'

export type MessageKind = (typeof messageKinds)[number]

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The names that each text can contain in braces. A line with a name that has no value is omitted. */
const always = ['firstName', 'lastName', 'exam', 'course', 'institution'] as const
const timed = [...always, 'appointment', 'appointmentEnd', 'timeZone', 'location'] as const

export const placeholders = {
  confirmation: timed,
  change: [...timed, 'previousAppointment', 'approval'],
  denial: [...timed, 'reason'],
  cancellation: [...timed, 'reason'],
  unscheduled: timed,
  noShow: timed,
  windowClosed: always,
  reminder24h: timed,
  reminder1h: timed,
  review: [...always, 'outcome'],
} as const satisfies Record<MessageKind, readonly string[]>

export type Placeholder = (typeof placeholders)[MessageKind][number]

/** Matches a placeholder, and a brace that belongs to none. */
const braces = /\{([A-Za-z]*)\}|[{}]/g

/** Replaces the placeholders of a text by their values, each once: a value is not searched again. */
export const fill = (text: string, toValue: (name: string) => string): string =>
  text.replaceAll(braces, (_, name: string | undefined) => (name === undefined ? '' : toValue(name)))

/** Returns the names in braces. A brace that belongs to none counts as the empty name. */
export const namesIn = (text: string): string[] => [...text.matchAll(braces)].map(([, name = '']) => name)

const controls = /(?![\n\r\t])\p{Cc}/u

const list = (names: readonly string[]) => names.map(name => `{${name}}`).join(', ')

function MessageText(kind: MessageKind, when: string) {
  const known: readonly string[] = placeholders[kind]
  const isKnown = (text: string) => namesIn(text).every(name => known.includes(name))
  const message = `Braces can only contain one of ${list(known)}.`
  const description = `Sent ${when}. Placeholders: ${list(known)}.`
  return z
    .strictObject({
      subject: LineName(200).refine(isKnown, message).optional().meta({
        description: 'The subject: one line without a URL.',
        example: 'Your appointment for {exam}',
      }),
      text: FreeText(4000)
        .refine(text => text.trim() !== '', 'Expected more than blanks.')
        .refine(text => !controls.test(text), 'Contains control characters.')
        .refine(isKnown, message)
        .optional()
        .meta({
          description: 'The plain text. A line with a placeholder that has no value is omitted.',
          example: 'Hello {firstName},\n\n{exam} starts on {appointment}.',
        }),
    })
    .optional()
    .meta({ description })
}

const LanguageTexts = z
  .strictObject({
    confirmation: MessageText('confirmation', 'when an appointment is confirmed'),
    change: MessageText('change', 'when an appointment is moved or its end changes'),
    denial: MessageText('denial', 'when an appointment is denied'),
    cancellation: MessageText('cancellation', 'when an appointment is cancelled'),
    unscheduled: MessageText('unscheduled', 'when a change of the exam removes an appointment'),
    noShow: MessageText('noShow', 'when a learner has missed an appointment'),
    windowClosed: MessageText('windowClosed', 'when an exam has closed that the learner did not take'),
    reminder24h: MessageText('reminder24h', '24 hours before an appointment'),
    reminder1h: MessageText('reminder1h', '1 hour before an appointment'),
    review: MessageText('review', 'when the review of an attempt is complete'),
  })
  .meta({ id: 'MessageTexts' })

/** The own texts of an install, by language and kind. What is absent is that of the product. */
export const OwnTexts = z.strictObject({
  en: LanguageTexts.optional().meta({ description: 'The texts in English.' }),
  de: LanguageTexts.optional().meta({ description: 'The texts in German.' }),
})
export type OwnTexts = z.output<typeof OwnTexts>
