// The one way out for mails.

import * as z from 'zod'
import type { Service } from '../../shared/env.ts'

export type Mail = { to: string; subject: string; text: string }

/** Sends a mail. @throws Error when it was not taken */
type SendMail = (mail: Mail) => Promise<void>

/** Cloudflare's `send_email` binding, of which this is used. */
type EmailBinding = { send(message: Mail & { from: string }): Promise<unknown> }

export const EmailBinding = z.custom<EmailBinding>(
  value => typeof value === 'object' && value !== null && 'send' in value,
  'Expected a send_email binding.',
)

type Configuration = {
  MAIL_FROM?: string | undefined
  EMAIL?: EmailBinding | undefined
  MAIL_URL?: string | undefined
  MAIL_KEY?: string | undefined
  MAIL_CATCHER?: Service | undefined
}

/** The sender that is configured: the local catcher, Cloudflare's binding, or a provider over HTTP. */
export function senderOf({
  MAIL_FROM: from,
  EMAIL,
  MAIL_URL,
  MAIL_KEY,
  MAIL_CATCHER,
}: Configuration): SendMail {
  if (MAIL_CATCHER) return mail => post(MAIL_CATCHER, 'http://local/mail', mail)
  if (EMAIL && from) return async mail => void (await EMAIL.send({ ...mail, from }))
  if (MAIL_URL && MAIL_KEY && from)
    return mail => post(internet, MAIL_URL, { ...mail, from }, { authorization: `Bearer ${MAIL_KEY}` })
  return () =>
    Promise.reject(new Error('No mail can be sent: set MAIL_FROM, and EMAIL or MAIL_URL and MAIL_KEY.'))
}

// Called as a method of anything but the global, workerd's fetch refuses ("Illegal invocation").
const internet: Service = { fetch: (input, init) => fetch(input, init) }

const mailWithinMs = 15_000

async function post(
  via: Service,
  url: string,
  mail: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await via.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(mail),
    signal: AbortSignal.timeout(mailWithinMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The mail provider answered ${answer.status}.`)
}
