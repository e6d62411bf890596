import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { newSid } from '../../../../db/sid.ts'
import { guardSealingKey } from '../../../shared/crypto/sealing-key-guard.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { Problem, tooManyAttempts } from '../../../shared/problems/problem.ts'
import { attemptBy } from '../../../shared/rate-limit.ts'
import { described } from '../../../shared/values/described.ts'
import { Text } from '../../../shared/values/text.ts'
import { insertSignInEvent } from '../../audit/queries.ts'
import { openRoute, ownRoute } from '../../env.ts'
import { clientOf } from '../../identity/client.ts'
import { signInDescriptions } from '../../identity/sign-in-descriptions.ts'
import { idOf, subjectIn } from '../../identity/sign-in-subject.ts'
import { mfaEnabledMail, recoveryCodeMail } from '../../mail/email-templates.ts'
import { personOf, recentlySignedInPersonOf } from '../../principal/authenticator.ts'
import { limits } from '../../throttle/limits.ts'
import {
  attemptFrom,
  countAttempt,
  forgetAttempts,
  requireAttempts,
  undoUndecided,
} from '../../throttle/queries.ts'
import { requireRate } from '../../throttle/rate-limiter.ts'
import { lockPerson } from '../passwords/queries.ts'
import { endSessions, requireSession } from '../sessions/end.ts'
import { openSession } from '../sessions/open.ts'
import { SignedIn } from '../sessions/schema.ts'
import { cookieOf, signIn } from '../sessions/sign-in.ts'
import {
  confirmTotp,
  consumeChallenge,
  consumeRecoveryCode,
  consumeStep,
  countChallengeAttempt,
  findTotp,
  insertTotp,
  undoChallengeAttempt,
} from './queries.ts'
import { digitsOf, isRecoveryCode, makeRecoveryCodes } from './recovery.ts'
import { Code, wrongCode } from './schema.ts'
import { makeTotpSecret, otpauthUrl, stepOf } from './totp.ts'

const tag = 'Sign-in'

export const verifySecondFactor = openRoute({
  method: 'post',
  path: '/api/auth/mfa/verify',
  operationId: 'verifyMfa',
  tag,
  summary: 'Verify a second factor',
  description:
    'The second step of a sign-in: a code of the app, or a recovery code. Each works once. An `mfaToken` is valid for 5 minutes and 5 attempts.',
  body: z
    .strictObject(described({ mfaToken: Text(200), code: Code }, signInDescriptions))
    .meta({ id: 'SecondFactor' }),
  returns: SignedIn,
  problems: ['mfa_token_invalid', 'code_invalid', 'too_many_attempts', 'sealing_key_mismatch'],
  before: requireRate,
  load: ({ db, body }) => ({ challenges: countChallengeAttempt(db, body.mfaToken, digitsOf(body.code)) }),
  async handle({ db, env, body: { mfaToken, code }, header, waitUntil, loaded: { challenges } }) {
    const client = clientOf(header)
    const [challenge] = challenges
    if (!challenge)
      throw new Problem(
        'mfa_token_invalid',
        'Sign in again: this mfaToken is expired, used or out of attempts.',
      )
    const { email, name, accountSid, totpSid, totpSecret, lastStep, hasCode, now } = challenge
    const subject = subjectIn(challenge)
    const account = { ...subject, accountSid, email, name }
    const attempt = attemptBy(limits.secondFactor, idOf(subject))

    const digits = digitsOf(code)
    const isRecovery = isRecoveryCode(digits)
    const openSecret = () =>
      undoUndecided(db, [undoChallengeAttempt(db, mfaToken)], () =>
        env.sealed.open({ purpose: 'totp-secret', sid: totpSid }, totpSecret),
      )
    const step = isRecovery ? undefined : stepOf(await openSecret(), digits, now)
    // A wrong or used code is refused here. Of several concurrent requests, the statement lets only one succeed.
    const proof = isRecovery
      ? hasCode && consumeRecoveryCode(db, subject, digits)
      : step !== undefined && step > lastStep && consumeStep(db, subject, step)
    const recordFailure = async () => {
      const { ofAddress } = await batch(db, {
        attempts: requireAttempts(db, [attempt]),
        // Counted without rollback: an address that is limited would undo the count of the account, whose codes could then be
        // tried without limit.
        ofAddress: attemptFrom(client).map(each => countAttempt(db, each)),
        event: insertSignInEvent(db, { event: 'second_factor_failed', client, of: account }),
      })
      const seconds = Math.max(0, ...ofAddress.flat().map(each => each.seconds))
      if (seconds > 0) throw tooManyAttempts(seconds)
    }
    if (!proof) {
      await recordFailure()
      throw wrongCode()
    }
    const proofs = [proof, consumeChallenge(db, mfaToken)]
    const opening = openSession(db, { subject, client, proofs, problem: 'code_invalid' })
    try {
      const signedIn = await signIn(db, account, opening, {
        first: requireAttempts(db, [attempt]),
        follow: [
          forgetAttempts(db, attempt),
          ...(isRecovery
            ? [insertSignInEvent(db, { event: 'recovery_code_used', client, of: account })]
            : []),
          insertSignInEvent(db, { event: 'signed_in', client, of: account }),
        ],
      })
      if (isRecovery) waitUntil(env.mail(recoveryCodeMail(account)))
      return signedIn
    } catch (error) {
      if (isProofRejected(error)) await recordFailure()
      throw error
    }
  },
  headers: cookieOf,
})

/** Returns whether the batch rejected the proof. A code that was already used is a failed attempt too. */
const isProofRejected = (error: unknown) => toProblem(error).code === 'code_invalid'

export const enrollSecondFactor = ownRoute({
  method: 'post',
  path: '/api/auth/mfa/enroll',
  operationId: 'enrollMfa',
  tag,
  callers: ['session'],
  summary: 'Enroll an authenticator app',
  whileEnrolling: true,
  description:
    'Creates a secret for an app. The app becomes active when a code of it is confirmed. Requires a sign-in within the last 15 minutes.',
  body: z.strictObject({}),
  returns: z
    .object({
      secret: z.string().meta({
        description: 'The key for the app, in base32, if it cannot read the URL.',
        example: 'BJOHIFEDDOADIEBIAKDMHOOFBLBDNLDK',
      }),
      otpauthUrl: z.string().meta({
        description: 'The URL to show to the app as a QR code.',
        example:
          'otpauth://totp/Invigil:ada%40university.example?issuer=Invigil&secret=BJOHIFEDDOADIEBIAKDMHOOFBLBDNLDK',
      }),
    })
    .meta({ id: 'TotpEnrollment' }),
  problems: ['fresh_sign_in_required', 'mfa_enabled', 'sealing_key_mismatch'],
  async handle({ db, env, caller }) {
    const { subject, person, session } = recentlySignedInPersonOf(caller)
    const secret = makeTotpSecret()
    const sid = newSid('TP')
    const sealed = await env.sealed.seal({ purpose: 'totp-secret', sid }, secret)
    const { enrolled } = await batch(db, {
      sealingKey: guardSealingKey(db, env.sealed),
      // An erasure of the user, or a deletion of the operator, would not see the app.
      person: lockPerson(db, subject),
      session: requireSession(db, subject, session.sid, 'credential_invalid'),
      enrolled: insertTotp(db, subject, sid, sealed),
    })
    if (enrolled.length === 0) throw new Problem('mfa_enabled', 'Remove the active authenticator app first.')
    return { secret, otpauthUrl: otpauthUrl(secret, person.email) }
  },
})

export const confirmSecondFactor = ownRoute({
  method: 'post',
  path: '/api/auth/mfa/confirm',
  operationId: 'confirmMfa',
  tag,
  callers: ['session'],
  summary: 'Confirm the authenticator app',
  whileEnrolling: true,
  description:
    'Activates the app and returns ten recovery codes, in this response only. Ends the other sessions of the person.',
  body: z
    .strictObject({ code: Code.meta({ description: 'A code of six digits of the authenticator app.' }) })
    .meta({ id: 'TotpConfirmation' }),
  returns: z
    .object({
      recoveryCodes: z.array(z.string()).meta({
        description:
          'Codes that can be used instead of those of the app, each once. Contained in this response only.',
        example: ['32060-24984-81523-58989-12110'],
      }),
    })
    .meta({ id: 'RecoveryCodes' }),
  problems: ['mfa_not_enrolled', 'mfa_enabled', 'code_invalid', 'too_many_attempts', 'sealing_key_mismatch'],
  load: ({ db, callerScope }) => ({ apps: findTotp(db, callerScope) }),
  async handle({ db, env, caller, body, header, waitUntil, loaded: { apps } }) {
    const { subject, person, session, accountSid } = personOf(caller)
    const [app] = apps
    if (!app) throw new Problem('mfa_not_enrolled', 'Enroll an authenticator app first.')
    if (app.isConfirmed) throw new Problem('mfa_enabled')
    const client = clientOf(header)
    const attempt = attemptBy(limits.secondFactor, idOf(subject))
    const secret = await env.sealed.open({ purpose: 'totp-secret', sid: app.sid }, app.secret)
    const step = stepOf(secret, digitsOf(body.code), app.now)
    if (step === undefined) {
      // The count is no effect of the request, so its key stays free.
      await batch(env.db, { attempts: requireAttempts(db, [attempt]) })
      throw wrongCode()
    }
    const recoveryCodes = makeRecoveryCodes()
    await batch(db, {
      attempts: requireAttempts(db, [attempt]),
      app: confirmTotp(db, subject, { sid: app.sid, step, codes: recoveryCodes }),
      sessions: endSessions(db, subject, session.sid),
      forgotten: forgetAttempts(db, attempt),
      event: insertSignInEvent(db, { event: 'mfa_enabled', client, of: { ...subject, accountSid } }),
    })
    waitUntil(env.mail(mfaEnabledMail(person)))
    return { recoveryCodes }
  },
})
