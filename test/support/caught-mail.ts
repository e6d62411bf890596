// The mails that the local stack catches, and the calendar entries in them.

import ICAL from 'ical.js'
import { expect, vi } from 'vitest'
import type { Mail } from '../../tools/stack/mail.ts'
import type { SessionWorld } from './sessions.ts'

/** The mails to the address, newest last. */
async function mailsOf({ stack: { baseUrl } }: SessionWorld, address: string): Promise<Mail[]> {
  const mails: Mail[] = JSON.parse(await (await fetch(new URL('/__local/mail', baseUrl))).text())
  return mails.filter(({ to }) => to === address)
}

/** Waits until as many mails to the address were caught, and returns them, newest last. */
export const caughtMails = (world: SessionWorld, address: string, count: number): Promise<Mail[]> =>
  vi.waitFor(
    async () => {
      const mails = await mailsOf(world, address)
      expect(mails.map(({ subject }) => subject)).toHaveLength(count)
      return mails
    },
    { timeout: 30_000, interval: 50 },
  )

/** The attached calendar entry, read by a parser of its own; undefined without one. */
export function entryOf({ attachments: [attachment] }: Mail) {
  if (!attachment) return undefined
  const calendar = new ICAL.Component(ICAL.parse(attachment.content))
  const [component, ...more] = calendar.getAllSubcomponents('vevent')
  if (!component || more.length > 0) throw new Error(attachment.content)
  const event = new ICAL.Event(component)
  const text = (name: string) => component.getFirstPropertyValue(name)?.toString()
  return {
    filename: attachment.filename,
    contentType: attachment.contentType,
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: text('dtend') === undefined ? null : event.endDate.toJSDate().toISOString(),
    status: text('status'),
    summary: event.summary,
    location: event.location,
    description: event.description,
    organizer: text('organizer'),
    attendee: text('attendee'),
  }
}
