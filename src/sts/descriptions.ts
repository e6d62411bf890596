const stsToken = 'invigil_sts_Example4baf8f2334f4bd2699a678dc5afc39ab0e19b5975d'

/** The descriptions of the members of a token, which its records and the embed share. */
export const tokenDescriptions = {
  tokenType: {
    description:
      '`element`: for an embed, with the policy of its element type. `api`: with a policy of your own.',
  },
  elementType: {
    description:
      'What the embed shows, which determines what its token may do; null for tokens of type `api`.',
  },
  targetUserSid: { description: 'Sid of the user that the token represents; null if it represents none.' },
  resource: {
    description:
      'The id of the one resource that the token can access; `*` for all of the install that its policy allows.',
    example: 'ES0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  policy: { description: 'What the token may do. It must lie within the policy of the calling credential.' },
  stsToken: {
    description: 'The secret with which the embed calls the API; opaque. Contained in this response only.',
    example: stsToken,
  },
  token: { description: 'The `stsToken` to check.', example: stsToken },
  elementToken: {
    description:
      'A signed statement (a JWT, RS256) about the user and the embed, verifiable with the published keys. Absent for tokens of type `api`.',
    example: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FwaS5leGFtcGxlLmNvbSJ9.ExampleSignature',
  },
  expiresAt: { description: 'When the token expires. A refresh before this time issues its successor.' },
  expiresIn: { description: 'The seconds until `expiresAt`.', example: 900 },
  absoluteExpiresAt: {
    description: 'When the last possible refresh expires: 8 hours after the first token was issued.',
  },
  active: { description: 'Whether the token is accepted.' },
  replacedBySid: { description: 'Sid of the token that a refresh issued instead; null if none did.' },
  rootSid: { description: 'Sid of the first token of the refresh chain.' },
}
