import { sendAll } from '../../../../db/client.ts'
import { makeSecret } from '../../../shared/auth/secret.ts'
import { hashPassword, isOutdated, isPassword, nobodysHash } from '../../../shared/crypto/password.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { noteEvent } from '../../audit/queries.ts'
import { openRoute } from '../../env.ts'
import {
  type Account,
  findAccounts,
  idOfNamed,
  idOfNobody,
  type Named,
  nameOf,
  theOne,
} from '../../identity/accounts.ts'
import { clientOf } from '../../identity/client.ts'
import { idOf } from '../../identity/subject.ts'
import { limits } from '../../throttle/limits.ts'
import {
  attemptBy,
  attemptFrom,
  attemptsFirst,
  countAttemptOf,
  forgetAttempts,
  orUndoAttempts,
  undoAttempt,
} from '../../throttle/queries.ts'
import { requireRate } from '../../throttle/rate-limiter.ts'
import { insertChallenge } from '../mfa/queries.ts'
import { rehash, requirePassword } from '../passwords/queries.ts'
import { openSession } from '../sessions/open.ts'
import { cookieOf, signIn } from '../sessions/sign-in.ts'
import { Login, LoginAnswer } from './schema.ts'

/** Tries are counted by the name, whether it is anybody's or not ... */
const turnOfName = (named: Named) => attemptBy(limits.password, nameOf(named))

/** ... and by the account that it names, which may have two names and several spellings of them. */
const attemptOfAccount = (named: Named, account: Account | undefined) =>
  attemptBy(limits.password, account ? idOf(account) : idOfNobody(named))

export const login = openRoute({
  method: 'post',
  path: '/api/auth/login',
  operationId: 'login',
  tag: 'Sign-in',
  summary: 'Log in',
  description:
    'Signs an operator in, or with `installSid` an enabled user of the install. With a second factor enrolled, the response contains an `mfaToken` to send with a code. The response also sets the cookie `session`.',
  body: Login,
  returns: LoginAnswer,
  problems: ['invalid_credentials', 'too_many_attempts', 'too_busy'],
  before: requireRate,
  // Counted before anything is hashed; what succeeds gives its turns back.
  load: ({ db, body, header }) => ({
    ...attemptsFirst(db, [turnOfName(body)]),
    // Not required: if failures by one name made another name 429, that would show that both are names of one account.
    ofAccount: countAttemptOf(db, limits.password, idOfNamed(body)),
    ...attemptsFirst(db, attemptFrom(clientOf(header)), 'turnOfAddress'),
    accounts: findAccounts(db, body),
  }),
  async handle({ db, env, body, header, loaded, waitUntil }) {
    const client = clientOf(header)
    const account = theOne(loaded.accounts, body)
    const isOpen = firstOr404(loaded.ofAccount).seconds === 0
    const turns = [turnOfName(body), ...(isOpen ? [attemptOfAccount(body, account)] : [])]
    const fromAddress = attemptFrom(client)
    const costLog2 = env.PASSWORD_COST_LOG2
    // The password of nobody is checked too: how long an answer takes must not tell who has an account.
    const passwordHash = account?.passwordHash ?? nobodysHash(costLog2)
    const isRight = await orUndoAttempts(db, [...turns, ...fromAddress], () =>
      isPassword(body.password, passwordHash),
    )
    if (!(isRight && account && isOpen)) {
      await sendAll(db, [noteEvent(db, { event: 'sign_in_failed', client, of: account })])
      throw new Problem('invalid_credentials', 'The account or the password is not right.')
    }
    if (isOutdated(passwordHash, costLog2))
      waitUntil(hashPassword(body.password, costLog2).then(hash => rehash(db, account, passwordHash, hash)))

    const forgotten = [
      ...turns.map(turn => forgetAttempts(db, turn)),
      ...fromAddress.map(turn => undoAttempt(db, turn)),
    ]
    if (account.hasSecondFactor) {
      const mfaToken = makeSecret('challenge')
      await sendAll(db, [
        ...requirePassword(db, account, passwordHash),
        insertChallenge(db, account, mfaToken),
        ...forgotten,
        noteEvent(db, { event: 'second_factor_asked', client, of: account }),
      ])
      return { mfaRequired: true as const, mfaToken }
    }
    return signIn(
      db,
      account,
      openSession(db, { subject: account, client, passwordHash, problem: 'invalid_credentials' }),
      { follow: [...forgotten, noteEvent(db, { event: 'signed_in', client, of: account })] },
    )
  },
  headers: cookieOf,
})
