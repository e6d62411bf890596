// Builds the subject and the text of a mail to a learner.

import { fill, type Language, namesIn, OwnTexts, type Placeholder } from '../../shared/messages/texts.ts'
import { inMail } from '../../shared/values/text.ts'
import { formatDate, mailLocale } from './language.ts'
import type { ProductTexts } from './product-texts.ts'
import type { ClaimedMessage } from './sql.ts'
import { german } from './texts-de.ts'
import { english } from './texts-en.ts'

const products: Record<Language, ProductTexts> = { en: english, de: german }

/** Returns the subject and the text of the mail: the own ones of the install, or else those of the product. */
export function textsOf(message: ClaimedMessage): { subject: string; text: string } {
  const { language, locale } = mailLocale(message)
  const own = OwnTexts.safeParse(message.texts ?? {}).data?.[language]?.[message.kind]
  const product = products[language].texts[message.kind]
  const { subject = product.subject, text = product.text } = own ?? {}
  const values: Record<string, string | undefined> = valuesOf(message, products[language], locale)
  const toValue = (name: string) => values[name] ?? ''
  return {
    subject: fill(subject, toValue).replaceAll(/\s+/g, ' ').trim(),
    text: fill(withoutEmptyLines(text, toValue), toValue),
  }
}

/** Omits the lines with a placeholder that has no value, and the blank lines that then follow one another. */
const withoutEmptyLines = (text: string, toValue: (name: string) => string): string =>
  text
    .split('\n')
    .filter(line => namesIn(line).every(toValue))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')

function valuesOf(
  message: ClaimedMessage,
  { approval, reasons, outcomes }: ProductTexts,
  locale: string,
): Record<Placeholder, string> {
  const { kind, appointmentDate, appointmentEndDate, previousDate, detail, zone } = message
  const date = (at: Date | null) => (at ? formatDate(at, locale, zone) : '')
  const isMoved = previousDate?.getTime() !== appointmentDate?.getTime()
  return {
    firstName: inMail(message.firstName),
    lastName: inMail(message.lastName),
    exam: inMail(message.examTitle),
    course: inMail(message.courseTitle),
    institution: inMail(message.institution),
    appointment: date(appointmentDate),
    appointmentEnd: date(appointmentEndDate),
    previousAppointment: isMoved ? date(previousDate) : '',
    timeZone: zone,
    location: inMail(message.location ?? ''),
    approval: message.calendar === 'request' ? '' : approval,
    // A reason of a denial is free text; that of a cancellation is one of a list.
    reason: kind === 'denial' ? inMail(detail ?? '') : (reasons[detail ?? ''] ?? ''),
    outcome: outcomes[detail ?? ''] ?? '',
  }
}
