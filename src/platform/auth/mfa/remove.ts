import * as z from 'zod'
import { batch, type Statement } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { dummyHash, isPassword } from '../../../shared/crypto/password.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { attemptBy } from '../../../shared/rate-limit.ts'
import { insertSignInEvent } from '../../audit/queries.ts'
import { ownRoute, type PlatformEnv } from '../../env.ts'
import { clientOf } from '../../identity/client.ts'
import { idOf } from '../../identity/sign-in-subject.ts'
import { mfaDisabledMail } from '../../mail/email-templates.ts'
import { recentlySignedInPersonOf } from '../../principal/authenticator.ts'
import { recentSubjectId } from '../../principal/session.ts'
import { limits } from '../../throttle/limits.ts'
import {
  forgetAttempts,
  requireAttemptOf,
  undoAttempt,
  undoUndecidedAttempts,
} from '../../throttle/queries.ts'
import { requirePassword } from '../passwords/queries.ts'
import { withPassword } from '../passwords/verified.ts'
import { deleteTotp, findRecoveryCode, findTotp } from './queries.ts'
import { digitsOf, isRecoveryCode } from './recovery.ts'
import { MfaRemoval, wrongCode } from './schema.ts'
import { stepOf } from './totp.ts'

const limitOf = ({ password }: z.output<typeof MfaRemoval>) =>
  password === undefined ? limits.secondFactor : limits.password

export const disableSecondFactor = ownRoute({
  method: 'delete',
  path: '/api/auth/mfa',
  operationId: 'deleteMfa',
  tag: 'Sign-in',
  callers: ['session'],
  summary: 'Delete the authenticator app',
  description:
    'Deletes the app and its recovery codes, and mails the person. Requires the current password or a code, and a sign-in within the last 15 minutes.',
  body: MfaRemoval,
  returns: z.void(),
  status: 204,
  problems: [
    'fresh_sign_in_required',
    'mfa_not_enrolled',
    'invalid_credentials',
    'code_invalid',
    'too_many_attempts',
    'too_busy',
    'sealing_key_mismatch',
  ],
  // Counts the attempt before it verifies anything.
  load: ({ db, callerScope, body }) => ({
    attempt: requireAttemptOf(db, limitOf(body), recentSubjectId(callerScope.session)),
    apps: findTotp(db, callerScope),
    codes: findRecoveryCode(db, callerScope, digitsOf(body.code ?? '')),
  }),
  async handle({ db, env, caller, body, header, waitUntil, loaded: { apps, codes } }) {
    const { subject, person, accountSid } = recentlySignedInPersonOf(caller)
    const attempt = attemptBy(limitOf(body), idOf(subject))
    const [app] = apps
    if (!app?.isConfirmed) {
      await batch(db, { attempt: undoAttempt(db, attempt) })
      throw new Problem('mfa_not_enrolled', 'No second factor is enrolled.')
    }
    const { password, code } = body
    const seenHash = person.passwordHash ?? dummyHash(env.PASSWORD_COST_LOG2)
    if (password !== undefined) {
      const isRight = await undoUndecidedAttempts(db, [attempt], () => isPassword(password, seenHash))
      if (!isRight) throw new Problem('invalid_credentials', 'The current password is wrong.')
    } else {
      const isRight = await undoUndecidedAttempts(db, [attempt], () =>
        isValidCode(env, code ?? '', app, codes.length > 0),
      )
      if (!isRight) throw wrongCode()
    }
    const remove = (proof: readonly Statement[]) =>
      batch(db, {
        proof,
        app: deleteTotp(db, subject),
        attempts: forgetAttempts(db, attempt),
        event: insertSignInEvent(db, {
          event: 'mfa_disabled',
          client: clientOf(header),
          of: { ...subject, accountSid },
        }),
      })
    if (password === undefined) await remove([])
    else
      await withPassword(db, subject, { password, seenHash, attempt }, hash =>
        remove(requirePassword(db, subject, hash)),
      )
    waitUntil(env.mail(mfaDisabledMail(person)))
  },
})

type App = { sid: SidOf<'TP'>; secret: string; lastStep: number; now: Date }

/**
 * Returns whether the code is valid: an unused code of the app, or a recovery code.
 * @param isStored whether the code is one of the stored recovery codes
 */
async function isValidCode(
  { sealed }: PlatformEnv,
  code: string,
  app: App,
  isStored: boolean,
): Promise<boolean> {
  const digits = digitsOf(code)
  if (isRecoveryCode(digits)) return isStored
  const secret = await sealed.open({ purpose: 'totp-secret', sid: app.sid }, app.secret)
  const step = stepOf(secret, digits, app.now)
  return step !== undefined && step > app.lastStep
}
