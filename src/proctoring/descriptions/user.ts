/** The descriptions of the members of a user, which records, request bodies and reports share. */
export const userDescriptions = {
  firstName: { description: 'The given name.', example: 'Ada' },
  lastName: { description: 'The family name; lists sort by it.', example: 'Lovelace' },
  email: { description: 'The main email address.', example: 'ada@university.example' },
  preferredEmail: {
    description: 'An email address that the user prefers; null if there is none.',
    example: 'ada.lovelace@mail.example',
  },
  username: {
    description: 'The name for sign-in, unique within the install; null if there is none.',
    example: 'ada',
  },
  password: { description: 'The password for sign-in. Only its hash is stored; no response contains it.' },
  homePhone: { description: 'The telephone number at home.', example: '+1 212 555 0142' },
  mobilePhone: { description: 'The mobile telephone number.', example: '+1 917 555 0142' },
  address: { description: 'The postal address.', example: '12 Analytical Row, New York, NY 10001' },
  currencyCode: { description: 'The currency of the user as an ISO 4217 code.', example: 'USD' },
  timeZoneSid: { description: 'Sid of the time zone of the user; null means that of the install.' },
  timezone: { description: 'The time zone of `timeZoneSid`.' },
  latitude: { description: 'The latitude in degrees, positive to the north.', example: 40.7128 },
  longitude: { description: 'The longitude in degrees, positive to the east.', example: -74.006 },
  maxTravelDistance: {
    description: 'How far the user travels to an exam, in `maxTravelDistanceUnits`.',
    example: 25,
  },
  maxTravelDistanceUnits: { description: 'The unit of `maxTravelDistance`.' },
  lastEnrollmentSync: {
    description:
      'When provisioning or a roster last changed an enrollment of the user, or found it for the first time; null if never.',
  },
  helpdeskUserId: {
    description: 'The id of the user at the help desk; null if there is none.',
    example: '48213',
  },
  role: { description: 'What the user may do in the install.', example: 'learner' },
  enabled: { description: 'Whether the user may sign in.' },
  authentication: { description: 'How the user signs in.' },
  passwordSet: { description: 'Whether the user has a password.' },
  svcId: { description: 'The user in the identity service; null if not linked.' },
  identity: {
    description:
      'The user and the enrollment in the identity service, and the language; null if the user has none of these.',
  },
  locale: {
    description:
      'The language of mails and the format of their dates: a BCP 47 tag; null: those of the install.',
    example: 'de-AT',
  },
}
