// How often what may be tried. The figures are the decisions' (section 5) and OWASP's and NIST's where these are silent.

/** At most so many in any window of that many seconds. */
export type Limit = { name: string; most: number; seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Failed passwords of one account, known or not. */
  password: { name: 'password', most: 10, seconds: 15 * minute },
  /** Failed passwords and codes from one address: a school has one for all of its people. */
  address: { name: 'address', most: 100, seconds: 15 * minute },
  /** Failed second factors of one account, over all its tries to sign in. */
  secondFactor: { name: 'second-factor', most: 10, seconds: 15 * minute },
  /** Mails about a forgotten password to one account. */
  forgot: { name: 'forgot', most: 3, seconds: hour },
  /** The same from one address. */
  forgotAddress: { name: 'forgot-address', most: 10, seconds: hour },
  /** Invitations of one account. */
  invitations: { name: 'invitations', most: 50, seconds: day },
  /** Invitations to one address, of whatever account. */
  invitationsTo: { name: 'invitations-to', most: 3, seconds: day },
  /** The first admin: of many at once, one goes on to hash a password. */
  setup: { name: 'setup', most: 1, seconds: 30 },
} as const satisfies Record<string, Limit>
