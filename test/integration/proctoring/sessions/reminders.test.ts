// Reminders by the clock, the zone and the language of mails, and the own texts of an install.
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { caughtMails, entryOf } from '../../../support/caught-mail.ts'
import { messagesOf, notify } from '../../../support/messages.ts'
import { run } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack()
})

const hour = 60 // minutes
let people = 0

type Scene = { world: SessionWorld; address: string; appointment: Date }

/** A learner whose appointment is in this number of minutes, with the reminders on. */
async function booked(minutes: number, members: object = {}, settings: object = {}): Promise<Scene> {
  const world = await makeSession({}, stack)
  people += 1
  const address = `rita${people}@mail.example`
  const body = { email: address, firstName: 'Rita', ...members }
  expect((await world.admin('PUT', world.path(`/users/${world.userSid}`), { body })).status).toBe(200)
  await notify(world, { confirmations: false, ...settings })
  const { body: record } = await run(world, 'schedule', minutes)
  return { world, address, appointment: new Date(String(record['appointmentDate'])) }
}

/** Runs the scheduled work of the platform this number of minutes before the time. */
async function cron(before: number, time: Date): Promise<void> {
  const at = new Date(time.getTime() - before * 60_000)
  const response = await fetch(new URL('/__local/cron', stack.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ worker: 'platform', at }),
  })
  expect(response.status).toBe(200)
}

const subjects = async ({ world, address }: Scene, count: number) =>
  (await caughtMails(world, address, count)).map(({ subject }) => subject)

test('reminders are sent 24 hours and 1 hour before, each once, and the record lists them with the time', async () => {
  const scene = await booked(72 * hour)
  const { world, appointment } = scene
  await cron(24 * hour + 1, appointment)
  expect(await subjects(scene, 0)).toEqual([])
  await cron(24 * hour, appointment)
  await cron(24 * hour - 5, appointment)
  expect(await subjects(scene, 1)).toEqual(['Reminder: Midterm'])
  await cron(hour + 1, appointment)
  expect(await subjects(scene, 1)).toHaveLength(1)
  await cron(hour, appointment)
  await cron(hour - 5, appointment)
  expect(await subjects(scene, 2)).toEqual(['Reminder: Midterm', 'Midterm starts soon'])
  const at = (minutes: number) => new Date(appointment.getTime() - minutes * 60_000).toISOString()
  expect((await world.read()).body['messagingConfirmations']).toEqual([
    `reminder24h:${at(24 * hour)}`,
    `reminder1h:${at(hour)}`,
  ])
})

test('a reminder whose time was over at the booking is not sent', async () => {
  const scene = await booked(23 * hour)
  await cron(23 * hour, scene.appointment)
  expect(await subjects(scene, 0)).toEqual([])
  await cron(hour, scene.appointment)
  expect(await subjects(scene, 1)).toEqual(['Midterm starts soon'])
})

test('reminders follow a rescheduled appointment', async () => {
  const scene = await booked(72 * hour)
  const { body } = await run(scene.world, 'reschedule', 120 * hour)
  await cron(24 * hour, scene.appointment)
  expect(await subjects(scene, 0)).toEqual([])
  await cron(24 * hour, new Date(String(body['appointmentDate'])))
  expect(await subjects(scene, 1)).toEqual(['Reminder: Midterm'])
})

test('a cancelled appointment has no reminders, nor has a late run one of the past', async () => {
  const scene = await booked(72 * hour)
  await run(scene.world, 'cancel')
  await cron(24 * hour, scene.appointment)
  expect(await subjects(scene, 0)).toEqual([])
  const late = await booked(72 * hour)
  await cron(30, late.appointment)
  expect(await subjects(late, 1)).toEqual(['Midterm starts soon'])
  const past = await booked(72 * hour)
  await cron(-1, past.appointment)
  expect(await subjects(past, 0)).toEqual([])
  expect(await messagesOf(past.world)).toEqual([])
})

test('a reminder repeats the entry of the confirmation, in German too', async () => {
  const scene = await booked(72 * hour, { locale: 'de' }, { confirmations: true })
  await caughtMails(scene.world, scene.address, 1)
  await cron(24 * hour, scene.appointment)
  const [first, second] = await caughtMails(scene.world, scene.address, 2)
  expect(second?.subject).toBe('Erinnerung: Midterm')
  const [confirmed, reminded] = [first, second].map(mail => mail && entryOf(mail))
  expect(reminded).toMatchObject({ uid: confirmed?.uid, sequence: confirmed?.sequence, method: 'REQUEST' })
})

test('dates are in the zone of the user, or else of the install, with its name', async () => {
  const zones = await (await makeSession({}, stack)).admin(
    'GET',
    '/v1/timezones?name=Asia/Kathmandu&limit=1000',
  )
  const kathmandu = zones.list('results').find(({ name }) => name === 'Asia/Kathmandu')
  const own = await booked(72 * hour, { timeZoneSid: kathmandu?.['sid'] }, { confirmations: true })
  const [mail] = await caughtMails(own.world, own.address, 1)
  expect(mail?.text).toMatch(
    /^Start: \w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M GMT\+5:45 \(Asia\/Kathmandu\)$/m,
  )
  const { world, address } = await booked(72 * hour, { locale: 'de-AT' }, { reminders: false })
  await world.client.put('/v1/installs/{installSid}/settings', { body: { defaultTimezone: 'Europe/Vienna' } })
  await notify(world, { confirmations: true })
  await run(world, 'reschedule', 96 * hour)
  const [german] = await caughtMails(world, address, 1)
  expect(german?.text).toMatch(/^Beginn: \w+tag|^Beginn: Mittwoch/m)
  expect(german?.text).toMatch(/^Beginn: .+ um \d\d:\d\d ME(S)?Z \(Europe\/Vienna\)$/m)
})

test('the language is that of the user, else of the install, else English', async () => {
  for (const [locale, install, subject] of [
    ['de-CH', 'en', 'Ihr Termin für Midterm hat sich geändert'],
    [null, 'de', 'Ihr Termin für Midterm hat sich geändert'],
    ['fr', 'de', 'Ihr Termin für Midterm hat sich geändert'],
    ['fr', 'it', 'Your appointment for Midterm has changed'],
    ['en-GB', 'de', 'Your appointment for Midterm has changed'],
  ] as const) {
    const scene = await booked(72 * hour, { locale }, { reminders: false })
    await scene.world.client.put('/v1/installs/{installSid}/settings', { body: { locale: install } })
    await notify(scene.world, { confirmations: true })
    await run(scene.world, 'reschedule', 96 * hour)
    expect(await subjects(scene, 1)).toEqual([subject])
  }
})

test('own texts replace those of the product, with one-line names in which nothing is a link or a placeholder', async () => {
  const text =
    'Dear {firstName},\n\nRoom: {location}\n{exam} of {course}: {appointment}\n\n\n{institution}\nhttps://help.example'
  const texts = { en: { confirmation: { subject: 'Go, {firstName}!', text } } }
  const { world, address } = await booked(
    72 * hour,
    { firstName: '{lastName} https://evil.example\r\nBcc: x' },
    { reminders: false, confirmations: true, texts },
  )
  const [mail] = await caughtMails(world, address, 1)
  expect(mail?.subject).toBe('Go, {lastName} https evil. example Bcc: x!')
  expect(mail?.text).toMatch(
    /^Dear \{lastName\} https evil\. example Bcc: x,\n\nMidterm of Biology: \w.+\n\nTest install\nhttps:\/\/help\.example$/,
  )
  await run(world, 'cancel')
  expect((await caughtMails(world, address, 2))[1]?.subject).toBe(
    'Your appointment for Midterm was cancelled',
  )
})
