import { randomBytes, timingSafeEqual } from 'node:crypto'

export type SigningKeys = { current: string; next: string }

/** The public credentials of Upstash's development server, which can therefore replace this server. */
const developmentToken = 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='
const developmentKeys: SigningKeys = {
  current: 'sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r',
  next: 'sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs',
}

/** Whether the text is the token. Takes the same time for every text of the token's length. */
export function isToken(text: string, token: string): boolean {
  const [actual, expected] = [Buffer.from(text), Buffer.from(token)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The credentials of a local QStash: its token, and the keys with which it signs. */
export type Credentials = { token: string; signingKeys: SigningKeys }

export const developmentCredentials: Credentials = { token: developmentToken, signingKeys: developmentKeys }

/** Makes credentials that nobody else has. Anybody could sign a request with those of the development server. */
export const makeCredentials = (): Credentials => ({
  token: randomBytes(32).toString('base64url'),
  signingKeys: { current: makeSigningKey(), next: makeSigningKey() },
})

const makeSigningKey = () => `sig_${randomBytes(32).toString('base64url')}`
