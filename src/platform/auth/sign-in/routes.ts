import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { makeSecret } from '../../../shared/auth/secret.ts'
import { dummyHash, hashPassword, isOutdated, isPassword } from '../../../shared/crypto/password.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { attemptBy } from '../../../shared/rate-limit.ts'
import { insertSignInEvent } from '../../audit/queries.ts'
import { openRoute } from '../../env.ts'
import {
  type Account,
  accountIdOf,
  findAccounts,
  identifierKey,
  type LoginIdentifier,
  selectAccount,
  unknownAccountId,
} from '../../identity/accounts.ts'
import { type Client, clientOf } from '../../identity/client.ts'
import { idOf } from '../../identity/sign-in-subject.ts'
import { limits } from '../../throttle/limits.ts'
import {
  attemptFrom,
  countAttemptOf,
  forgetAttempts,
  requireAttempts,
  undoAttempt,
  undoUndecidedAttempts,
} from '../../throttle/queries.ts'
import { requireRate } from '../../throttle/rate-limiter.ts'
import { insertChallenge, requireNoSecondFactor } from '../mfa/queries.ts'
import { rehash, requirePassword } from '../passwords/queries.ts'
import { openSession } from '../sessions/open.ts'
import { cookieOf, signIn } from '../sessions/sign-in.ts'
import { Login, LoginResponse } from './schema.ts'

/** The attempt as counted by the identifier, whether or not an account has it. */
const attemptOfIdentifier = (identifier: LoginIdentifier) =>
  attemptBy(limits.password, identifierKey(identifier))

/** The attempt as counted by the account, which may have two identifiers with several spellings. */
const attemptOfAccount = (identifier: LoginIdentifier, account: Account | undefined) =>
  attemptBy(limits.password, account ? idOf(account) : unknownAccountId(identifier))

/** The account of a sign-in, and its hash that the password matches. */
type Verified = { account: Account; passwordHash: string }

/**
 * Reads the account again, which has changed since it was seen: a second factor was confirmed, or another sign-in has renewed
 * the hash, with which the password is then compared. Returns undefined if it is the hash of another password or of another
 * account, or nothing has changed.
 */
async function verifyAgain(
  db: Database,
  { password, ...identifier }: LoginIdentifier & { password: string },
  seen: Verified,
): Promise<Verified | undefined> {
  const { accounts } = await batch(db, { accounts: findAccounts(db, identifier) })
  const account = selectAccount(accounts)
  const passwordHash = account?.passwordHash
  if (!passwordHash || idOf(account) !== idOf(seen.account)) return undefined
  if (passwordHash === seen.passwordHash)
    return account.hasSecondFactor === seen.account.hasSecondFactor ? undefined : { account, passwordHash }
  return (await isPassword(password, passwordHash)) ? { account, passwordHash } : undefined
}

/**
 * Opens a session, or asks for the second factor of an account that has one.
 * @param follow statements of the same batch
 * @throws Problem `invalid_credentials` if the hash has changed meanwhile, or a second factor was confirmed
 */
async function enter(
  db: Database,
  { account, passwordHash }: Verified,
  client: Client,
  follow: readonly Statement[],
) {
  if (account.hasSecondFactor) {
    const mfaToken = makeSecret('challenge')
    await batch(db, {
      password: requirePassword(db, account, passwordHash),
      challenge: insertChallenge(db, account, mfaToken),
      follow,
      event: insertSignInEvent(db, { event: 'second_factor_asked', client, of: account }),
    })
    return { mfaRequired: true as const, mfaToken }
  }
  const opened = openSession(db, { subject: account, client, passwordHash, problem: 'invalid_credentials' })
  const event = insertSignInEvent(db, { event: 'signed_in', client, of: account })
  return signIn(db, account, opened, {
    first: requireNoSecondFactor(db, account),
    follow: [...follow, event],
  })
}

export const login = openRoute({
  method: 'post',
  path: '/api/auth/login',
  operationId: 'createAuthSession',
  tag: 'Sign-in',
  summary: 'Log in',
  description:
    'Signs an operator in, or with `installSid` an enabled user of the install. With a second factor enrolled, the response contains an `mfaToken` to send with a code. The response also sets the cookie `session`.',
  body: Login,
  returns: LoginResponse,
  problems: ['invalid_credentials', 'too_many_attempts', 'too_busy'],
  before: requireRate,
  // Counts the attempts before it hashes anything. A successful sign-in removes them from the count.
  load: ({ db, body, header }) => ({
    attempts: requireAttempts(db, [attemptOfIdentifier(body)]),
    // Counted without rollback: a 429 for one identifier after failures with another one would reveal that both belong
    // to the same account.
    accountLimit: countAttemptOf(db, limits.password, accountIdOf(body)),
    addressAttempts: requireAttempts(db, attemptFrom(clientOf(header))),
    accounts: findAccounts(db, body),
  }),
  async handle({ db, env, body, header, loaded, waitUntil }) {
    const client = clientOf(header)
    const account = selectAccount(loaded.accounts)
    const isAllowed = firstOr404(loaded.accountLimit).seconds === 0
    const attempts = [attemptOfIdentifier(body), ...(isAllowed ? [attemptOfAccount(body, account)] : [])]
    const addressAttempts = attemptFrom(client)
    const costLog2 = env.PASSWORD_COST_LOG2
    // Without an account, verifies a dummy hash, so that the response time does not reveal whether the account exists.
    const passwordHash = account?.passwordHash ?? dummyHash(costLog2)
    const undecided = <T>(verify: () => Promise<T>) =>
      undoUndecidedAttempts(db, [...attempts, ...addressAttempts], verify)
    const isRight = await undecided(() => isPassword(body.password, passwordHash))
    if (!(isRight && account && isAllowed)) {
      await batch(db, { event: insertSignInEvent(db, { event: 'sign_in_failed', client, of: account }) })
      throw new Problem('invalid_credentials', 'The account or the password is wrong.')
    }
    const follow = [
      ...attempts.map(attempt => forgetAttempts(db, attempt)),
      ...addressAttempts.map(attempt => undoAttempt(db, attempt)),
    ]
    let verified: Verified = { account, passwordHash }
    const answer = await enter(db, verified, client, follow).catch(async error => {
      const again =
        toProblem(error).code === 'invalid_credentials' &&
        (await undecided(() => verifyAgain(db, body, verified)))
      if (!again) throw error
      verified = again
      return enter(db, verified, client, follow)
    })
    if (isOutdated(verified.passwordHash, costLog2)) {
      const renewed = hashPassword(body.password, costLog2).then(hash =>
        rehash(db, verified.account, verified.passwordHash, hash),
      )
      waitUntil(renewed) // logs a failure, after which the next sign-in renews the hash
      // Before the response, so that the next request with the password does not read a hash that is about to change.
      await renewed.catch(() => {})
    }
    return answer
  },
  headers: cookieOf,
})
