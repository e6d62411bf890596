// Sends mails.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import type { Service } from '../../shared/env.ts'

/** A text file. */
type Attachment = { filename: string; contentType: string; content: string }

export type Mail = { to: string; subject: string; text: string; attachments?: readonly Attachment[] }

/**
 * Sends a mail.
 * @param key the same for each attempt to send this mail, so that the provider sends it once. Cloudflare's binding has no
 *   such key
 * @throws MailRefused if the provider does not accept it
 * @throws Error if there is no provider, or it does not respond
 */
export type SendMail = (mail: Mail, key?: string) => Promise<void>

/** The used part of Cloudflare's `send_email` binding. */
type EmailBinding = { send(message: object): Promise<unknown> }

/** The response of a provider that has not accepted a mail. */
export class MailRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The mail provider responded with status ${status}.`)
    this.status = status
  }
}

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
  if (MAIL_CATCHER) return (mail, key) => post(MAIL_CATCHER, 'http://local/mail', mail, keyHeader(key))
  if (EMAIL && from) return async mail => void (await EMAIL.send({ ...forBinding(mail), from }))
  if (MAIL_URL && MAIL_KEY && from)
    return (mail, key) =>
      post(
        internet,
        MAIL_URL,
        { ...forProvider(mail), from },
        { authorization: `Bearer ${MAIL_KEY}`, ...keyHeader(key) },
      )
  return () =>
    Promise.reject(new Error('Mail is not configured: set MAIL_FROM, and EMAIL or MAIL_URL and MAIL_KEY.'))
}

const keyHeader = (key: string | undefined): Record<string, string> => (key ? { 'idempotency-key': key } : {})

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** As Cloudflare's Email Service reads it. */
const forBinding = ({ attachments, ...mail }: Mail) => ({
  ...mail,
  ...(attachments && {
    attachments: attachments.map(({ filename, contentType, content }) => ({
      ...{ filename, type: contentType, disposition: 'attachment' },
      content: base64(content),
    })),
  }),
})

/** As the providers read it that accept mails as JSON, such as Resend. */
const forProvider = ({ attachments, ...mail }: Mail) => ({
  ...mail,
  ...(attachments && {
    attachments: attachments.map(({ filename, contentType, content }) => ({
      ...{ filename, content_type: contentType },
      content: base64(content),
    })),
  }),
})

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
  if (!response.ok) throw new MailRefused(response.status)
}
