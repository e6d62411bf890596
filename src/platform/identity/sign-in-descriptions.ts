/** The descriptions of the members of sign-in, which operators, users and their sessions share. */
export const signInDescriptions = {
  id: {
    description: 'Sid of the operator or the user of an install.',
    example: 'OP0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  email: {
    description: 'The email address for sign-in, in upper or lower case.',
    example: 'ada@university.example',
  },
  username: { description: 'The username of a user of the install, instead of `email`.', example: 'ada' },
  name: { description: 'The name that others see.', example: 'Ada Lovelace' },
  password: { description: 'The password. A new one has 8 to 128 characters.' },
  currentPassword: { description: 'The password that is replaced.' },
  role: {
    description: 'What the person may do: the role of an operator, or that of a user in the install.',
    example: 'owner',
  },
  mfaEnabled: { description: 'Whether a second factor is required to sign in.' },
  lastLoginAt: { description: 'When the person last signed in; null if never.' },
  applications: { description: 'The applications that the person may use.' },
  sessionToken: {
    description: 'The secret of the session, to send as bearer token. Contained in this response only.',
    example: 'invigil_session_Example387402f1e82be1e327ed73be45c6c8d63c27f821c9',
  },
  expiresAt: { description: 'When the session ends.' },
  user: { description: 'Who signed in.' },
  lastSeenAt: { description: 'When the session was last used.' },
  userAgent: {
    description: 'The header `User-Agent` of the browser; null if it sent none.',
    example: 'Mozilla/5.0',
  },
  address: { description: 'The IP address; null if it is not known.', example: '198.51.100.7' },
  current: { description: 'Whether it is the session of the request.' },
  mfaRequired: { description: 'The sign-in continues with the second factor.' },
  mfaToken: {
    description: 'The secret of this sign-in, to send with the code of the second factor.',
    example: 'invigil_mfa_Example58db9546cededa2fda7d83feb68938b6e282578aff',
  },
}
