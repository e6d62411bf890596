import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { makeSecret } from '../../../shared/auth/secret.ts'
import { dummyHash, hashPassword, isPassword } from '../../../shared/crypto/password.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { attemptBy } from '../../../shared/rate-limit.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'
import { insertSignInEvent } from '../../audit/queries.ts'
import { openRoute, ownRoute } from '../../env.ts'
import { accountIdOf, findAccounts, identifierKey, selectAccount } from '../../identity/accounts.ts'
import { clientOf } from '../../identity/client.ts'
import { signInDescriptions } from '../../identity/sign-in-descriptions.ts'
import { idOf, subjectIn } from '../../identity/sign-in-subject.ts'
import { passwordChangedMail, passwordResetMail } from '../../mail/email-templates.ts'
import { recentlySignedInPersonOf } from '../../principal/authenticator.ts'
import { recentSubjectId } from '../../principal/session.ts'
import { limits } from '../../throttle/limits.ts'
import {
  attemptFrom,
  countAttempt,
  countAttemptOf,
  forgetAttempts,
  requireAttemptOf,
  requireAttempts,
  undoUndecidedAttempts,
} from '../../throttle/queries.ts'
import { requireRate } from '../../throttle/rate-limiter.ts'
import { endSessions } from '../sessions/end.ts'
import { changePassword, findReset, insertReset, requireEmail, resetPassword } from './queries.ts'
import { EnteredPassword, NewPassword } from './strength.ts'
import { withPassword } from './verified.ts'

const tag = 'Sign-in'

export const forgotPassword = openRoute({
  method: 'post',
  path: '/api/auth/forgot-password',
  operationId: 'requestPasswordReset',
  tag,
  summary: 'Request a password reset',
  description:
    'Mails a link that sets a new password, if the account exists. The response is the same if it does not. Sends at most 3 mails to an account per hour.',
  body: z
    .strictObject({
      email: Text(254).meta(signInDescriptions.email),
      installSid: Sid('AI').optional(),
    })
    .meta({ id: 'ForgotPassword' }),
  returns: z.object({}),
  status: 202,
  problems: ['too_many_attempts'],
  before: requireRate,
  load: ({ db, body, header }) => ({
    attempts: requireAttempts(db, attemptFrom(clientOf(header), limits.forgotAddress)),
    accounts: findAccounts(db, body),
    mails: countAttempt(db, attemptBy(limits.forgot, identifierKey(body))),
    // An account may have several identifiers, so mails are also counted by its id.
    mailsOfAccount: countAttemptOf(db, limits.forgot, accountIdOf(body)),
  }),
  handle({ db, env, header, loaded, waitUntil }) {
    const client = clientOf(header)
    const account = selectAccount(loaded.accounts)
    // Mails after the response, so that neither its content nor its timing reveals whether an account exists.
    if (
      account &&
      firstOr404(loaded.mails).seconds === 0 &&
      firstOr404(loaded.mailsOfAccount).seconds === 0
    ) {
      waitUntil(async () => {
        const secret = makeSecret('reset')
        await batch(db, {
          email: requireEmail(db, account, account.email),
          link: insertReset(db, account, secret, 'reset'),
          event: insertSignInEvent(db, { event: 'password_forgotten', client, of: account }),
        })
        await env.mail(passwordResetMail(account, env.baseUrl, secret))
      })
    }
    return {}
  },
})

export const setForgottenPassword = openRoute({
  method: 'post',
  path: '/api/auth/reset-password',
  operationId: 'resetPassword',
  tag,
  summary: 'Reset a password',
  description:
    'Sets a password with the single-use token of a mailed link. Ends every session of the person; the second factor remains.',
  body: z
    .strictObject(
      described(
        { token: Text(200), password: NewPassword },
        {
          ...signInDescriptions,
          token: {
            description: 'The secret of the mailed link; it can be used once.',
            example: 'invigil_reset_Example57fef2cdaa4aff555489d7e00f19e1b55c5de7c794',
          },
        },
      ),
    )
    .meta({ id: 'ResetPassword' }),
  returns: z.void(),
  status: 204,
  problems: ['reset_token_invalid', 'too_many_attempts', 'too_busy'],
  before: requireRate,
  audited: true,
  load: ({ db, body }) => ({ links: findReset(db, body.token) }),
  async handle({ db, env, body, header, loaded: { links }, waitUntil }) {
    const client = clientOf(header)
    const [link] = links
    if (!link) throw new Problem('reset_token_invalid', 'The link is used or expired. Request a new one.')
    const { accountSid, username, email, installSid } = link
    const subject = subjectIn(link)
    const hash = await hashPassword(body.password, env.PASSWORD_COST_LOG2)
    const install = installSid === null ? {} : { installSid }
    const identifiers = [{ email }, ...(username === null ? [] : [{ username }])]
    const keys = [idOf(subject), ...identifiers.map(name => identifierKey({ ...name, ...install }))]
    await batch(db, {
      password: resetPassword(db, subject, body.token, hash),
      sessions: endSessions(db, subject),
      // The owner of the mailbox may sign in again, regardless of the failed attempts of others.
      attempts: keys.map(key => forgetAttempts(db, attemptBy(limits.password, key))),
      event: insertSignInEvent(db, { event: 'password_reset', client, of: { ...subject, accountSid } }),
    })
    waitUntil(env.mail(passwordChangedMail(link)))
  },
})

export const changeOwnPassword = ownRoute({
  method: 'post',
  path: '/api/auth/change-password',
  operationId: 'changePassword',
  tag,
  callers: ['session'],
  summary: 'Change a password',
  description: 'Ends every other session of the person. Requires a sign-in within the last 15 minutes.',
  body: z
    .strictObject(described({ currentPassword: EnteredPassword, password: NewPassword }, signInDescriptions))
    .meta({ id: 'ChangePassword' }),
  returns: z.void(),
  status: 204,
  problems: ['fresh_sign_in_required', 'invalid_credentials', 'too_many_attempts', 'too_busy'],
  // Counts the attempt before it hashes anything.
  load: ({ db, callerScope, header }) => ({
    attempt: requireAttemptOf(db, limits.password, recentSubjectId(callerScope, header)),
  }),
  audited: true,
  async handle({ db, env, caller, body, header, waitUntil }) {
    const { subject, person, session, accountSid } = recentlySignedInPersonOf(caller)
    const client = clientOf(header)
    const attempt = attemptBy(limits.password, idOf(subject))
    const seenHash = person.passwordHash ?? dummyHash(env.PASSWORD_COST_LOG2)
    const undecided = <T>(decide: () => Promise<T>) => undoUndecidedAttempts(env.db, [attempt], decide)
    const isCurrent = (oldHash: string) => undecided(() => isPassword(body.currentPassword, oldHash))
    if (!(await isCurrent(seenHash)))
      throw new Problem('invalid_credentials', 'The current password is wrong.')
    const hash = await undecided(() => hashPassword(body.password, env.PASSWORD_COST_LOG2))
    const change = (oldHash: string) =>
      batch(db, {
        password: changePassword(db, subject, oldHash, hash),
        sessions: endSessions(db, subject, session.sid),
        attempts: forgetAttempts(db, attempt),
        event: insertSignInEvent(db, { event: 'password_changed', client, of: { ...subject, accountSid } }),
      })
    await withPassword(db, subject, { seenHash, isPassword: isCurrent }, change)
    waitUntil(env.mail(passwordChangedMail(person)))
  },
})
