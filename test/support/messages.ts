// Sessions of an install whose notifications are on, and a mail provider in the process of the test.

import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { message } from '../../db/schema/message.ts'
import { MailRefused, type SendMail } from '../../src/platform/mail/sender.ts'
import { type Counts, type MessageEnv, sendMessages } from '../../src/platform/messages/send.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import type { SessionWorld } from './sessions.ts'

type Mail = Parameters<SendMail>[0]

/** A provider that refuses all mails, so that only the senders of the tests deliver any. The stack's own sender tries each once. */
export const unreachable = { url: 'http://127.0.0.1:9/', key: 'key', from: 'no-reply@id.example' }

/** Turns the notifications of the install on, with these settings. */
export const notify = async (world: SessionWorld, notifications: object = {}): Promise<void> => {
  await world.client.put('/v1/installs/{installSid}/settings', {
    body: { notifications: { enabled: true, ...notifications } },
  })
}

/** The stored messages about the session, oldest first. */
export const messagesOf = ({ stack: { db }, sessionSid }: SessionWorld) =>
  db.select().from(message).where(eq(message.sessionSid, sessionSid)).orderBy(asc(message.sid))

/** Waits until the stack's own sender has failed with a message. It tries those of a session in their order. */
export async function tried(world: SessionWorld): Promise<void> {
  const isTried = async () => typeof (await messagesOf(world))[0]?.fault === 'string'
  await expect.poll(isTried, { timeout: 30_000 }).toBe(true)
}

type Provider = {
  /** Each call, in order. */
  calls: { mail: Mail; key: string | undefined }[]
  /** The mails that were delivered: one for each key. */
  delivered: Map<string, Mail>
  send: SendMail
}

/**
 * A provider that delivers a mail once for each key. `answer` decides each call: a status that is not 200 refuses the mail, and
 * a promise that never ends holds it.
 */
export function mailProvider(
  answer: (mail: Mail, call: number) => number | Promise<never> = () => 200,
): Provider {
  const calls: Provider['calls'] = []
  const delivered: Provider['delivered'] = new Map()
  return {
    calls,
    delivered,
    async send(mail, key) {
      calls.push({ mail, key })
      const answered = answer(mail, calls.length)
      if (answered === 200) delivered.set(key ?? String(calls.length), mail)
      const status = await answered
      if (status !== 200) throw new MailRefused(status)
    },
  }
}

/** Runs a sender with the provider, at this time. */
export function runSender(
  { db }: Pick<Stack, 'db'>,
  mail: SendMail,
  at: Date | null = null,
  log: MessageEnv['log'] = () => {},
): Promise<Counts> {
  return sendMessages({ db, mail, log, baseUrl: 'https://id.example' }, at, () => true)
}
