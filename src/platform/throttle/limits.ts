// The rate limits of sign-in operations. Some of the numbers are part of the interface; the others come from
// OWASP and NIST.

import type { Limit } from '../../shared/rate-limit.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Failed passwords of one account, whether or not it exists. */
  password: { name: 'password', max: 10, seconds: 15 * minute },
  /** Failed passwords and codes from one address. A school may share one address. */
  address: { name: 'address', max: 100, seconds: 15 * minute },
  /** Failed second factors of one account, over all its sign-in attempts. */
  secondFactor: { name: 'second-factor', max: 10, seconds: 15 * minute },
  /** Password reset mails to one account. */
  forgot: { name: 'forgot', max: 3, seconds: hour },
  /** Requests for password reset mails from one address. */
  forgotAddress: { name: 'forgot-address', max: 10, seconds: hour },
  /** Invitations by one account. */
  invitations: { name: 'invitations', max: 50, seconds: day },
  /** Invitations to one mail address, by any account. */
  invitationsTo: { name: 'invitations-to', max: 3, seconds: day },
  /** Setup: of several concurrent requests, only one hashes a password. */
  setup: { name: 'setup', max: 1, seconds: 30 },
} as const satisfies Record<string, Limit>
