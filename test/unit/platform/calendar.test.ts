// Calendar entries, read by an independent parser.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarAttachments } from '../../../src/platform/messages/calendar.ts'

type Message = Parameters<typeof calendarAttachments>[0]['message']

const message: Message = {
  ...{
    sid: 'MS01',
    sessionSid: 'ES01',
    kind: 'confirmation',
    calendar: 'request',
    sequence: 3,
    attempts: 1,
    isAddressNew: true,
    isClaimed: true,
    isLost: false,
  },
  ...{ firstName: 'Ada', lastName: 'Lovelace', address: 'ada@school.example', institution: 'School' },
  ...{ examTitle: 'Midterm', courseTitle: 'Biology', location: 'Room 12', zone: 'UTC', texts: null },
  ...{ userLocale: null, installLocale: 'en', previousDate: null, detail: null },
  createdDate: new Date('2026-03-01T08:00:00.000Z'),
  appointmentDate: new Date('2026-03-02T09:30:00.000Z'),
  appointmentEndDate: new Date('2026-03-02T10:30:00.000Z'),
}

const textOf = (changes: Partial<Message> = {}, summary = 'Midterm', description = 'Hello') => {
  const entry = {
    message: { ...message, ...changes },
    summary,
    description,
    organizer: 'no-reply@id.example',
  }
  return calendarAttachments(entry)?.[0]?.content ?? ''
}
const eventOf = (text: string) => {
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  if (!event) throw new Error(text)
  return event
}

test('an entry contains what RFC 5545 and RFC 5546 require of a request', () => {
  expect(textOf().split('\r\n')).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Invigil//Invigil//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT'],
    ...['UID:ES01@invigil', 'SEQUENCE:3', 'DTSTAMP:20260301T080000Z', 'DTSTART:20260302T093000Z'],
    ...[
      'DTEND:20260302T103000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:Midterm',
      'DESCRIPTION:Hello',
      'LOCATION:Room 12',
    ],
    'ORGANIZER;CN="School":mailto:no-reply@id.example',
    'ATTENDEE;CN="Ada Lovelace";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ada@school.e',
    ...[' xample', 'END:VEVENT', 'END:VCALENDAR', ''],
  ])
})

test('a tentative entry and a cancelled one have their status, and one without an end has none', () => {
  expect(textOf({ calendar: 'tentative' })).toContain('METHOD:REQUEST\r\n')
  expect(textOf({ calendar: 'tentative' })).toContain('STATUS:TENTATIVE\r\n')
  expect(textOf({ calendar: 'cancel' })).toContain('METHOD:CANCEL\r\n')
  expect(textOf({ calendar: 'cancel' })).toContain('STATUS:CANCELLED\r\n')
  expect(textOf({ appointmentEndDate: null })).not.toContain('DTEND')
  expect(textOf({ calendar: null })).toBe('')
})

const control = /(?![\n\t])\p{Cc}/gu

test('any text is read as it was written, in lines of at most 75 octets, and adds no property', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
      const clean = text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll(control, '')
      const written = textOf(
        { location: `x${text}`, lastName: text, institution: text },
        `x${text}`,
        `x${text}`,
      )
      for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const event = eventOf(written)
      for (const name of ['summary', 'description', 'location'])
        expect(event.getFirstPropertyValue(name)).toBe(`x${clean}`)
      expect(event.getAllProperties()).toHaveLength(11)
    }),
  )
})

test('injected lines and quotes stay within their value', () => {
  const text = 'a"\r\nATTENDEE:mailto:x@evil.example\r\nEND:VEVENT'
  const event = eventOf(textOf({ firstName: text, institution: text, location: text }, text, text))
  expect(event.getAllProperties('attendee')).toHaveLength(1)
  expect(event.getFirstProperty('organizer')?.getFirstParameter('cn')).not.toMatch(/[\r\n"]/)
})

test('the name of an institution or a learner contains no link, and is read without escapes (RFC 6868)', () => {
  const name = "See https://evil.example/x^n^'^^"
  const event = eventOf(textOf({ firstName: name, lastName: '', institution: name }))
  for (const property of ['attendee', 'organizer'])
    expect(event.getFirstProperty(property)?.getFirstParameter('cn')?.trim()).toBe(
      "See https evil. example/x n '",
    )
})

test('an address is a URI: the characters that have a meaning in it are encoded', () => {
  const attendee = (address: string) => eventOf(textOf({ address })).getFirstPropertyValue('attendee')
  expect(attendee('a+b@school.example')).toBe('mailto:a+b@school.example')
  expect(attendee('a?cc=b&c#d@school.example')).toBe('mailto:a%3Fcc%3Db%26c%23d@school.example')
  expect(attendee('grüße@bücher.example')).toBe('mailto:gr%C3%BC%C3%9Fe@b%C3%BCcher.example')
})
