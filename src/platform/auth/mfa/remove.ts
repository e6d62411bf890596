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
import { deleteTotp, findRecoveryCode, findTotp, type ValidCode } from './queries.ts'
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
  load: ({ db, callerScope, body, header }) => ({
    attempt: requireAttemptOf(db, limitOf(body), recentSubjectId(callerScope, header)),
    apps: findTotp(db, callerScope),
    codes: findRecoveryCode(db, callerScope, digitsOf(body.code ?? '')),
  }),
  async handle({ db, env, caller, body, header, waitUntil, loaded: { apps, codes } }) {
    const { subject, person, accountSid } = recentlySignedInPersonOf(caller)
    const attempt = attemptBy(limitOf(body), idOf(subject))
    const [app] = apps
    if (!app?.isConfirmed) {
      // As a count that is undone (`undoUndecided`): the key of the request stays free.
      await batch(env.db, { attempt: undoAttempt(db, attempt) })
      throw new Problem('mfa_not_enrolled', 'No second factor is enrolled.')
    }
    const { password, code = '' } = body
    const remove = (proof: { password?: Statement[]; code?: ValidCode }) =>
      batch(db, {
        password: proof.password ?? [],
        app: deleteTotp(db, subject, proof.code),
        attempts: forgetAttempts(db, attempt),
        event: insertSignInEvent(db, {
          event: 'mfa_disabled',
          client: clientOf(header),
          of: { ...subject, accountSid },
        }),
      })
    const undecided = <T>(decide: () => Promise<T>) => undoUndecidedAttempts(env.db, [attempt], decide)
    if (password === undefined) {
      const valid = await undecided(() => validCode(env, code, app, codes.length > 0))
      if (!valid) throw wrongCode()
      await remove({ code: valid })
    } else {
      const seenHash = person.passwordHash ?? dummyHash(env.PASSWORD_COST_LOG2)
      const isRight = (hash: string) => undecided(() => isPassword(password, hash))
      if (!(await isRight(seenHash)))
        throw new Problem('invalid_credentials', 'The current password is wrong.')
      await withPassword(db, subject, { seenHash, isPassword: isRight }, hash =>
        remove({ password: requirePassword(db, subject, hash) }),
      )
    }
    waitUntil(env.mail(mfaDisabledMail(person)))
  },
})

type App = { sid: SidOf<'TP'>; secret: string; lastStep: number; now: Date }

/**
 * Returns the code if it is valid: an unused code of the app, or a recovery code.
 * @param isStored whether the code is one of the stored recovery codes
 */
async function validCode(
  { sealed }: PlatformEnv,
  code: string,
  app: App,
  isStored: boolean,
): Promise<ValidCode | undefined> {
  const digits = digitsOf(code)
  if (isRecoveryCode(digits)) return isStored ? { recovery: digits } : undefined
  const secret = await sealed.open({ purpose: 'totp-secret', sid: app.sid }, app.secret)
  const step = stepOf(secret, digits, app.now)
  return step !== undefined && step > app.lastStep ? { step } : undefined
}
