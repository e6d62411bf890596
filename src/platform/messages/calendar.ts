// The calendar entry of an appointment (iCalendar, RFC 5545), as a message between calendars (iTIP, RFC 5546).

import { inMail } from '../../shared/values/text.ts'
import type { Mail } from '../mail/sender.ts'
import type { ClaimedMessage } from './sql.ts'

type Entry = { message: ClaimedMessage; summary: string; description: string; organizer: string }

/** Returns the attachment of a mail; none for a message that changes no calendar. */
export function calendarAttachments({ message, ...texts }: Entry): Mail['attachments'] {
  const { calendar, appointmentDate } = message
  if (!(calendar && appointmentDate)) return undefined
  const method = calendar === 'cancel' ? 'CANCEL' : 'REQUEST'
  return [
    {
      filename: calendar === 'cancel' ? 'cancel.ics' : 'appointment.ics',
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content: calendarOf({ message, ...texts }, method, appointmentDate),
    },
  ]
}

const statuses = { request: 'CONFIRMED', tentative: 'TENTATIVE', cancel: 'CANCELLED' }

/** A message has the same text at each attempt: its time stamp is that of the change. */
function calendarOf(
  { message, summary, description, organizer }: Entry,
  method: string,
  start: Date,
): string {
  const { sessionSid, sequence, createdDate, appointmentEndDate, location, calendar } = message
  const learner = `${message.firstName} ${message.lastName}`
  return [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Invigil//Invigil//EN',
      `METHOD:${method}`,
      'BEGIN:VEVENT',
    ],
    `UID:${sessionSid}@invigil`,
    `SEQUENCE:${sequence ?? 0}`,
    `DTSTAMP:${instant(createdDate)}`,
    `DTSTART:${instant(start)}`,
    ...(appointmentEndDate ? [`DTEND:${instant(appointmentEndDate)}`] : []),
    `STATUS:${statuses[calendar ?? 'request']}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    `ORGANIZER;CN=${quoted(message.institution)}:${mailto(organizer)}`,
    `ATTENDEE;CN=${quoted(learner)};PARTSTAT=ACCEPTED;RSVP=FALSE:${mailto(message.address)}`,
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]
    .map(folded)
    .join('\r\n')
}

/** The form of a date with UTC time (RFC 5545, section 3.3.5). */
const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A text value (section 3.3.11). */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, character => `\\${character}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '')

/**
 * A name as a parameter value. It cannot contain quotes or control characters (section 3.2), and a caret starts an escape of
 * both (RFC 6868).
 */
const quoted = (name: string): string => `"${inMail(name).replaceAll(/["^]/g, ' ')}"`

/** The URI of an address (RFC 6068). */
function mailto(address: string): string {
  const at = address.lastIndexOf('@')
  const local = encodeURIComponent(address.slice(0, at)).replaceAll('%2B', '+')
  return `mailto:${local}@${encodeURIComponent(address.slice(at + 1))}`
}

const maxOctets = 75
const utf8 = new TextEncoder()

/** Breaks a line into lines of at most 75 octets (section 3.1), between characters. */
function folded(line: string): string {
  let octets = 0
  let text = ''
  for (const character of line) {
    const size = utf8.encode(character).byteLength
    if (octets + size > maxOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
