import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { isEqualSecret } from '../../shared/crypto/equal.ts'
import { hashPassword } from '../../shared/crypto/password.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { attemptBy } from '../../shared/rate-limit.ts'
import { isLoopback, isLoopbackOrigin } from '../../shared/values/client-address.ts'
import { described } from '../../shared/values/described.ts'
import { Email } from '../../shared/values/email.ts'
import { LineName } from '../../shared/values/text.ts'
import { insertSignInEvent } from '../audit/queries.ts'
import { NewPassword } from '../auth/passwords/strength.ts'
import { openSession } from '../auth/sessions/open.ts'
import { SignedIn } from '../auth/sessions/schema.ts'
import { cookieOf, signIn } from '../auth/sessions/sign-in.ts'
import { openRoute, type PlatformEnv } from '../env.ts'
import { clientOf } from '../identity/client.ts'
import { signInDescriptions } from '../identity/sign-in-descriptions.ts'
import { limits } from '../throttle/limits.ts'
import { countAttempt, undoUndecidedAttempts } from '../throttle/queries.ts'
import { accountToOwn, insertAccount, insertFirstOperator, isSetupDue } from './queries.ts'

const tag = 'Setup'

export const readSetupStatus = openRoute({
  method: 'get',
  path: '/api/auth/setup-status',
  operationId: 'readSetupStatus',
  tag,
  summary: 'Get setup status',
  description: 'Whether the first operator has yet to be created.',
  returns: z
    .object({ setupRequired: z.boolean().meta({ description: 'Whether there are no operators yet.' }) })
    .meta({ id: 'SetupStatus' }),
  load: ({ db }) => ({ setup: isSetupDue(db) }),
  handle: ({ loaded: { setup } }) => ({ setupRequired: firstOr404(setup).isDue }),
})

export const createFirstAdmin = openRoute({
  method: 'post',
  path: '/api/auth/setup',
  operationId: 'createFirstAdmin',
  tag,
  summary: 'Create the first admin',
  description:
    'Creates the first operator, an owner of the account that `npm run bootstrap` created, or else of the oldest account, and signs the operator in. Possible only while there are no operators. The header `X-Setup-Token` must contain the configured setup token; only a system on http works without one, at its own address and without a proxy.',
  body: z
    .strictObject(described({ name: LineName(200), email: Email, password: NewPassword }, signInDescriptions))
    .meta({ id: 'Setup' }),
  returns: SignedIn,
  status: 201,
  problems: ['setup_done', 'setup_token_invalid', 'invalid_credentials', 'too_busy'],
  audited: true,
  async handle({ db, env, body: { name, email, password }, header }) {
    requireSetupToken(env, header)
    // Hashing is slow, so only one of several concurrent requests hashes. The unique index prevents a second operator.
    const attempt = attemptBy(limits.setup, 'platform')
    const { setup, counted, accounts } = await batch(db, {
      setup: isSetupDue(db),
      counted: countAttempt(db, attempt),
      accounts: accountToOwn(db),
    })
    if (!firstOr404(setup).isDue || firstOr404(counted).seconds > 0)
      throw new Problem('setup_done', 'An operator exists already: sign in.')

    const [account] = accounts
    const accountSid = account?.sid ?? newSid('AC')
    const passwordHash = await undoUndecidedAttempts(db, [attempt], () =>
      hashPassword(password, env.PASSWORD_COST_LOG2),
    )
    const first = { sid: newSid('OP'), accountSid, email, name, passwordHash }
    const subject = { operatorSid: first.sid, userSid: null }
    const client = clientOf(header)
    return signIn(
      db,
      { ...subject, email, name },
      openSession(db, { subject, client, passwordHash, problem: 'invalid_credentials' }),
      {
        first: [...(account ? [] : insertAccount(db, accountSid, name)), ...insertFirstOperator(db, first)],
        follow: [insertSignInEvent(db, { event: 'setup', client, of: { ...subject, accountSid } })],
      },
    )
  },
  headers: cookieOf,
})

/** Without a configured token, setup is open only on http, that is, on a local system. */
function requireSetupToken({ setupToken, baseUrl }: PlatformEnv, header: Header): void {
  if (setupToken !== undefined) {
    if (!isEqualSecret(header('x-setup-token') ?? '', setupToken)) throw new Problem('setup_token_invalid')
    return
  }
  if (baseUrl.startsWith('https:'))
    throw new Problem('setup_token_invalid', 'Setup is disabled until the secret SETUP_TOKEN is set.')
  if (!isOwnHost(header('host') ?? '', baseUrl) || isForwarded(header, baseUrl))
    throw new Problem(
      'setup_token_invalid',
      `Without the secret SETUP_TOKEN, the first operator can be created only at ${baseUrl}, by a client on the same machine.`,
    )
}

type Header = (name: string) => string | undefined

/** A web page can make its own host name resolve to this machine. Its requests then contain that name. */
function isOwnHost(host: string, baseUrl: string): boolean {
  const origin = `http://${host}`
  return host === new URL(baseUrl).host || (URL.canParse(origin) && isLoopbackOrigin(origin))
}

/** Whether a proxy has sent the request of a client on another machine. Some proxies write the host of the system into the request. */
function isForwarded(header: Header, baseUrl: string): boolean {
  const client = header('cf-connecting-ip')
  // The edge sets it. If BASE_URL is a loopback origin, the address comes from a trusted proxy.
  if (client !== undefined) return isLoopbackOrigin(baseUrl) && !isLoopback(client)
  const hops = header('x-forwarded-for')?.split(',') ?? []
  return header('forwarded') !== undefined || !hops.every(hop => isLoopback(hop.trim()))
}
