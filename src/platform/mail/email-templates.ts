// The texts of mails. Links use the configured origin. The secret is in the URL fragment, which browsers do not send to
// servers, so no log contains it.

import { inMail } from '../../shared/values/text.ts'
import type { Mail } from './sender.ts'

export type Person = { email: string; name: string }

const link = (baseUrl: string, secret: string) => new URL(`/reset-password#token=${secret}`, baseUrl).href

/** A mail with the greeting and the signature of all mails. */
export const mailTo = ({ email, name }: Person, subject: string, ...paragraphs: string[]): Mail => ({
  to: email,
  subject,
  text: [`Hello ${inMail(name)},`, ...paragraphs, 'Invigil'].join('\n\n'),
})

/** Contains the link that sets a new password. */
export const passwordResetMail = (person: Person, baseUrl: string, secret: string) =>
  mailTo(
    person,
    'Choose a new password',
    'Someone, probably you, requested a new password for your account. This link sets it. It works once and expires after 30 minutes:',
    link(baseUrl, secret),
    'If this was not you, you can ignore this mail. Your password does not change.',
  )

/** Contains the link that sets the first password. @param account the name of the account */
export const invitationMail = (person: Person, baseUrl: string, secret: string, account: string) =>
  mailTo(
    person,
    `You are invited to ${inMail(account)}`,
    `You can sign in to ${inMail(account)} with this address. Choose a password first. The link works once and expires after 7 days:`,
    link(baseUrl, secret),
  )

const wasNotYou = 'If this was not you, reset your password now and inform an owner of your account.'

/** Confirms a change of the password. */
export const passwordChangedMail = (person: Person) =>
  mailTo(
    person,
    'Your password was changed',
    'The password of your account was changed. All other sign-ins were ended.',
    wasNotYou,
  )

/** Confirms that a second factor was enabled. */
export const mfaEnabledMail = (person: Person) =>
  mailTo(
    person,
    'Two-step sign-in is on',
    'From now on, signing in requires a code from your authenticator app.',
    wasNotYou,
  )

/** Confirms that the second factor was removed. */
export const mfaDisabledMail = (person: Person) =>
  mailTo(person, 'Two-step sign-in is off', 'From now on, signing in requires only your password.', wasNotYou)

/** Reports a sign-in with a recovery code. */
export const recoveryCodeMail = (person: Person) =>
  mailTo(
    person,
    'A recovery code was used',
    'Someone, probably you, signed in to your account with a recovery code. Each code works only once.',
    wasNotYou,
  )
