// Sends mails.

import * as z from 'zod'
import type { Service } from '../../shared/env.ts'

export type Mail = { to: string; subject: string; text: string }

/** Sends a mail. @throws Error if the provider does not accept it */
type SendMail = (mail: Mail) => Promise<void>

/** The used part of Cloudflare's `send_email` binding. */
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

/** Returns the configured sender: the local service, Cloudflare's binding, or a provider over HTTP. */
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
    Promise.reject(new Error('Mail is not configured: set MAIL_FROM, and EMAIL or MAIL_URL and MAIL_KEY.'))
}

// workerd throws "Illegal invocation" if fetch is called as a method of an object other than the global one.
const internet: Service = { fetch: (input, init) => fetch(input, init) }

const timeoutMs = 15_000

async function post(
  service: Service,
  url: string,
  mail: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await service.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(mail),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The mail provider responded with status ${response.status}.`)
}
