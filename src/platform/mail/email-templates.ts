// What we write to people. Links are made from the configured origin; the secret is in the fragment, which browsers
// send to nobody and which no log holds.

import { inMail } from '../../shared/values/text.ts'
import type { Mail } from './sender.ts'

type Person = { email: string; name: string }

const link = (baseUrl: string, secret: string) => new URL(`/reset-password#token=${secret}`, baseUrl).href

const letter = ({ email, name }: Person, subject: string, ...paragraphs: string[]): Mail => ({
  to: email,
  subject,
  text: [`Hello ${inMail(name)},`, ...paragraphs, 'Invigil'].join('\n\n'),
})

/** With the link that sets a forgotten password. */
export const resetLetter = (person: Person, baseUrl: string, secret: string) =>
  letter(
    person,
    'Choose a new password',
    'Somebody, probably you, said that the password of your account is forgotten. This link sets a new one. It works once, for 30 minutes:',
    link(baseUrl, secret),
    'If it was not you, there is nothing to do: the password stays as it is.',
  )

/** With the link that sets the first password. @param account its name, to which the person is invited */
export const invitationLetter = (person: Person, baseUrl: string, secret: string, account: string) =>
  letter(
    person,
    `You are invited to ${inMail(account)}`,
    `You may sign in to ${inMail(account)} with this address. Choose a password first. The link works once, for 7 days:`,
    link(baseUrl, secret),
  )

const wasNotYou = 'If this was not you, reset your password now and tell an owner of your account.'

/** Tells whose password was changed, in case it was somebody else. */
export const passwordChangedLetter = (person: Person) =>
  letter(
    person,
    'Your password was changed',
    'The password of your account was changed, and every other sign-in was ended.',
    wasNotYou,
  )

/** Tells that a second factor is in force. */
export const mfaEnabledLetter = (person: Person) =>
  letter(
    person,
    'Two-step sign-in is on',
    'From now on, signing in asks for a code of your authenticator app.',
    wasNotYou,
  )

/** Tells that the second factor is gone. */
export const mfaDisabledLetter = (person: Person) =>
  letter(
    person,
    'Two-step sign-in is off',
    'From now on, signing in asks for your password alone.',
    wasNotYou,
  )

/** Tells that a recovery code was used to sign in. */
export const recoveryCodeLetter = (person: Person) =>
  letter(
    person,
    'A recovery code was used',
    'Somebody, probably you, signed in to your account with a recovery code. It does not work again.',
    wasNotYou,
  )
