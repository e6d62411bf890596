// The mails to a learner: each kind in both languages, with its calendar entry, as the mail catcher receives them.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { caughtMails, entryOf } from '../../../support/caught-mail.ts'
import { notify } from '../../../support/messages.ts'
import { inState, run, setRow } from '../../../support/session-steps.ts'
import type { StateName } from '../../../support/session-table.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack()
})

const minute = 60_000
let people = 0

/** The learner of the session gets mails at a new address. */
async function learner(world: SessionWorld, locale?: string): Promise<string> {
  people += 1
  const email = `lena${people}@mail.example`
  const body = { email, firstName: 'Lena', lastName: 'Lopez', ...(locale && { locale }) }
  expect((await world.admin('PUT', world.path(`/users/${world.userSid}`), { body })).status).toBe(200)
  return email
}

/** Sweeps 20 minutes after the end of the appointment, or of the exam. */
async function sweepAfter(world: SessionWorld): Promise<void> {
  const end = new Date(Date.now() - 20 * minute)
  await notify(world, { enabled: false }) // what simulates the time is no change
  await setRow(world, world.sessionSid, {
    appointmentDate: new Date(end.getTime() - 60 * minute),
    appointmentEndDate: end,
  })
  await notify(world)
  await stack.runScheduled('proctoring', new Date())
}

async function closeExam(world: SessionWorld): Promise<void> {
  const path = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  const sid = (await world.admin('GET', path)).text('examConfigurationSid')
  const body = { examOpenDate: soon(-120), examCloseDate: soon(-60) }
  expect((await world.admin('PUT', `${path}/configurations/${sid}`, { body })).status).toBe(200)
  await stack.runScheduled('proctoring', new Date())
}

/** Returns the appointment, as a change of the exam does that the appointment does not fit. */
async function throwBack(world: SessionWorld): Promise<void> {
  await setRow(world, world.sessionSid, {
    ...{ status: 'Needs Proctor', statusReason: 'configuration-changed' },
    ...{ appointmentDate: null, appointmentEndDate: null },
  })
  await stack.runScheduled('platform', new Date(Date.now() + 1000))
}

type Kind = {
  kind: string
  from: StateName
  fact(world: SessionWorld): Promise<unknown>
  en: string
  de: string
  text?: { en: RegExp; de: RegExp }
  method: 'REQUEST' | 'CANCEL' | undefined
}

const kinds: Kind[] = [
  {
    ...{
      kind: 'confirmation',
      from: 'Needs Proctor',
      fact: world => run(world, 'schedule', 180),
      method: 'REQUEST',
    },
    ...{ en: 'Your appointment for Midterm', de: 'Ihr Termin für Midterm' },
    text: {
      en: /is confirmed\.\n\nStart: .+\nEnd: .+\n\nThe/,
      de: /ist bestätigt\.\n\nBeginn: .+\nEnde: .+\n\nDer/,
    },
  },
  {
    ...{ kind: 'change', from: 'Scheduled', fact: world => run(world, 'reschedule', 180), method: 'REQUEST' },
    ...{ en: 'Your appointment for Midterm has changed', de: 'Ihr Termin für Midterm hat sich geändert' },
    text: { en: /Before: .+\nStart: .+\nEnd: /, de: /Bisher: .+\nBeginn: .+\nEnde: / },
  },
  {
    ...{ kind: 'denial', from: 'Pending Approval', fact: world => run(world, 'deny'), method: undefined },
    ...{
      en: 'Your appointment for Midterm was not approved',
      de: 'Ihr Termin für Midterm wurde nicht genehmigt',
    },
    text: { en: /Reason: No room\n/, de: /Grund: No room\n/ },
  },
  {
    kind: 'cancellation',
    from: 'Scheduled',
    fact: world => world.act('DELETE', '', { reason: 'technical-issue' }),
    ...{ en: 'Your appointment for Midterm was cancelled', de: 'Ihr Termin für Midterm wurde abgesagt' },
    ...{
      text: { en: /Reason: a technical issue\n/, de: /Grund: ein technisches Problem\n/ },
      method: 'CANCEL',
    },
  },
  {
    ...{ kind: 'unscheduled', from: 'Scheduled', fact: throwBack, method: 'CANCEL' },
    ...{ en: 'Choose a new time for Midterm', de: 'Wählen Sie einen neuen Termin für Midterm' },
    text: { en: /Appointment: \w/, de: /Termin: \w/ },
  },
  {
    ...{ kind: 'noShow', from: 'Scheduled', fact: sweepAfter, method: undefined },
    ...{ en: 'You missed your appointment for Midterm', de: 'Sie haben Ihren Termin für Midterm versäumt' },
  },
  {
    ...{ kind: 'windowClosed', from: 'Needs Proctor', fact: closeExam, method: undefined },
    ...{ en: 'Midterm has closed', de: 'Midterm ist geschlossen' },
  },
  {
    ...{ kind: 'review', from: 'Processing', fact: world => run(world, 'pass'), method: undefined },
    ...{ en: 'The review of Midterm is complete', de: 'Die Prüfung Midterm wurde ausgewertet' },
    text: { en: /nothing to object/, de: /nichts beanstandet/ },
  },
  {
    ...{ kind: 'review', from: 'Processing', fact: world => run(world, 'report'), method: undefined },
    ...{ en: 'The review of Midterm is complete', de: 'Die Prüfung Midterm wurde ausgewertet' },
    text: { en: /a violation of the rules/, de: /einen Verstoß/ },
  },
]

describe.each(kinds)('$kind of $from', ({ kind, from, fact, en, de, text, method }) => {
  test.each([
    ['en', undefined, en, /^Hello Lena,\n\n/],
    ['de', 'de-AT', de, /^Guten Tag Lena Lopez,\n\n/],
  ] as const)('is one mail in %s, and the record lists it', async (language, locale, subject, greeting) => {
    const world = await inState(from, stack)
    const address = await learner(world, locale)
    await notify(world, { reminders: false })
    const before = await world.read()
    await fact(world)
    const [mail] = await caughtMails(world, address, 1)
    if (!mail) throw new Error('No mail.')
    expect(mail.subject).toBe(subject)
    expect(mail.text).toMatch(greeting)
    expect(mail.text).toContain('Midterm (Biology)')
    if (text) expect(mail.text).toMatch(text[language])
    expect(mail.text).not.toMatch(/[{}]|undefined|null/)
    for (const secret of [before.text('accessKey'), world.secret])
      expect(JSON.stringify(mail)).not.toContain(secret)
    expect(entryOf(mail)?.method).toBe(method)
    const record = expect.poll(async () => (await world.read()).body['messagingConfirmations'])
    await record.toEqual([expect.stringMatching(`^${kind}:\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`)])
    await stack.runScheduled('platform', new Date(Date.now() + 60 * minute))
    await caughtMails(world, address, 1)
  })
})

test('the entries of a session have one UID and rising sequences, and the last one cancels it', async () => {
  const world = await makeSession({ exam: { title: 'Midterm; part 1, room "A"' } }, stack)
  const address = await learner(world)
  await notify(world, { reminders: false })
  await run(world, 'schedule', 180)
  await run(world, 'reschedule', 240)
  const { body } = await world.read()
  await run(world, 'cancel')
  const entries = (await caughtMails(world, address, 3)).map(entryOf)
  const inSeconds = (name: string) => `${body[name]}`.replace(/\.\d+Z$/, '.000Z') // as in the format of the entry
  const uid = `${world.sessionSid}@invigil`
  expect(entries).toMatchObject([
    { uid, method: 'REQUEST', status: 'CONFIRMED', sequence: 0 },
    { uid, method: 'REQUEST', status: 'CONFIRMED', sequence: 1, start: inSeconds('appointmentDate') },
    { uid, method: 'CANCEL', status: 'CANCELLED', sequence: 2, start: inSeconds('appointmentDate') },
  ])
  expect(entries[1]).toMatchObject({
    ...{ filename: 'appointment.ics', contentType: 'text/calendar; charset=utf-8; method=REQUEST' },
    ...{ end: inSeconds('appointmentEndDate'), attendee: `mailto:${address}` },
    summary: 'Your appointment for Midterm; part 1, room "A" has changed',
  })
  expect(entries[1]?.description).toContain(
    'Hello Lena,\n\nYour appointment for Midterm; part 1, room "A" (Biology)',
  )
})

test('a request that waits for approval is no mail, its approval is', async () => {
  const world = await inState('Needs Proctor', stack)
  const address = await learner(world)
  await notify(world, { reminders: false })
  await world.client.put('/v1/installs/{installSid}/settings', {
    body: { requireManagerProctorApproval: true },
  })
  await run(world, 'schedule', 180)
  await caughtMails(world, address, 0)
  await run(world, 'approve')
  expect((await caughtMails(world, address, 1)).map(({ subject }) => subject)).toEqual([
    'Your appointment for Midterm',
  ])
})

test('without notifications no mail is sent', async () => {
  const world = await inState('Needs Proctor', stack)
  const address = await learner(world)
  await run(world, 'schedule', 180)
  await run(world, 'cancel')
  await stack.runScheduled('platform', new Date(Date.now() + 60 * minute))
  await caughtMails(world, address, 0)
})
