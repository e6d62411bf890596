// Who can reach a system on one machine, and what it needs before other machines can.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopback, isLoopbackOrigin } from '../../src/shared/values/client-address.ts'
import { demoFile } from './demo.ts'

export type ExposureOptions = {
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string | undefined
  /** The origin that clients use; by default that of the host and the port. */
  baseUrl?: string | undefined
  /** The proxies whose `X-Forwarded-For` is trusted: addresses and networks, separated by commas. */
  trustedProxies?: string | undefined
  /** The value of `X-Setup-Token` with which the first operator is created. */
  setupToken?: string | undefined
  /** The provider of mails. Without one, mails are caught. */
  mail?: MailProvider | undefined
  /** Whether `/__local/mail` lists the caught mails; by default unless the system is public. */
  mailList?: boolean | undefined
  /** Hosts that webhooks may call although they are not public; by default loopback, unless the system is public. */
  webhookAllowHosts?: string | undefined
}

export type MailProvider = { from: string; url: string; key: string }

export const loopback = '127.0.0.1'

/** Whether clients on other machines can reach the system, directly or through a proxy. */
export const isPublic = ({ host = loopback, baseUrl }: ExposureOptions): boolean =>
  !isLoopback(host) || (baseUrl !== undefined && (baseUrl.startsWith('https:') || !isLoopbackOrigin(baseUrl)))

/** @throws Error with a line for each setting that the system lacks */
export function requireSafe(options: ExposureOptions): void {
  const { host = loopback, baseUrl, setupToken } = options
  const missing = [
    !isLoopback(host) &&
      baseUrl === undefined &&
      `BASE_URL is required, because HOST ${host} is not a loopback address. Set it to the origin that clients use.`,
    isPublic(options) &&
      setupToken === undefined &&
      'SETUP_TOKEN is required, because clients on other machines can reach the system. Without it, any of them could create the first operator.',
  ].filter(line => line !== false)
  if (missing.length > 0) throw new Error(missing.join('\n'))
}

const withoutBaseUrl =
  'Warning: BASE_URL names no public address, so the system counts as one that only this machine reaches. If other machines reach it through TRUSTED_PROXIES, webhooks can call this machine, and a proxy that sends neither X-Forwarded-For nor Forwarded lets any of them create the first operator.'

/** Returns a line for each setting that the operator of a system with a proxy, or of a public one, should know of. */
export function exposureWarnings(options: ExposureOptions, stateDir: string): string[] {
  if (!isPublic(options)) return options.trustedProxies ? [withoutBaseUrl] : []
  const { baseUrl = '', trustedProxies = '', mail, mailList, webhookAllowHosts } = options
  return [
    baseUrl.startsWith('http:') &&
      !isLoopbackOrigin(baseUrl) &&
      'BASE_URL is http, so passwords and tokens are sent without encryption.',
    baseUrl.startsWith('https:') &&
      trustedProxies === '' &&
      'TRUSTED_PROXIES is not set, so all clients have the address of the proxy, and share its rate limits.',
    !mail &&
      `No mail is sent, because MAIL_URL, MAIL_KEY and MAIL_FROM are not set. Mails are written to ${join(stateDir, 'mail.jsonl')}.`,
    mailList && 'MAIL_LIST is on, so any client can read all mails, and the links in them, at /__local/mail.',
    webhookAllowHosts &&
      `WEBHOOK_ALLOW_HOSTS is set, so customers can send requests to ${webhookAllowHosts}.`,
    existsSync(join(stateDir, demoFile)) &&
      `The database contains the demo account, whose credentials are in ${join(stateDir, demoFile)}.`,
  ].flatMap(line => (line ? `Warning: ${line}` : []))
}
