import { randomBytes } from 'node:crypto'
import { batch } from '../../../../db/client.ts'
import { hashSecret } from '../../../shared/auth/secret.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { openRoute, route } from '../../env.ts'
import { requireUpdated } from '../../people/users/rules.ts'
import { requireNotOver } from '../lifecycle/appointment.ts'
import { stateConflict } from '../lifecycle/change.ts'
import { findSession } from '../read/find-session.ts'
import { SessionParams } from '../read/schema.ts'
import { isRunning } from '../transitions.ts'
import { insertLink, redeemLink } from './queries.ts'
import { Onboarding, OnboardingLink, OnboardingParams } from './schema.ts'

const linkTtlMinutes = 15

export const readOnboarding = route({
  tag: 'Onboarding',
  method: 'get',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/onboard',
  action: 'sp:ReadOnboarding',
  volatile: true,
  summary: 'Get an onboarding link',
  description:
    'A new link for the learner of a scheduled session whose appointment is not over. It works once, for 15 minutes, and starts the system check. A browser that opens it gets a page with a button; only the `POST` of the button uses the link. The link ends with the credential, the tokens or the session of the operator that requested it.',
  params: SessionParams,
  returns: OnboardingLink,
  problems: ['session_state_conflict', 'outside_window', 'user_erased'],
  load: ({ db, params }) => ({ sessions: findSession(db, params) }),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.session.userSid,
  handle: async ({ db, env, caller, params, loaded }) => {
    const row = firstOr404(loaded.sessions)
    if (row.session.status !== 'Scheduled') throw stateConflict(row)
    if (!isRunning(row.session)) requireNotOver(row, new Date())
    const secret = `OB${randomBytes(16).toString('hex')}`
    const links = await insertLink(db, params.sessionSid, hashSecret(secret), linkTtlMinutes, caller)
    const { expiresAt } = requireUpdated(links)
    return { url: new URL(`/v1/onboarding/${secret}`, env.baseUrl).href, expiresAt }
  },
})

export const redeemOnboardingLink = openRoute({
  tag: 'Onboarding',
  method: 'post',
  path: '/v1/onboarding/{onboardingSecret}',
  operationId: 'redeemOnboardingLink',
  summary: 'Redeem an onboarding link',
  description:
    'Uses the link. Responds with 404 if the link is unknown, used or expired, or if the learner is erased. `GET` and `HEAD` of the same URL do not use the link: `GET` returns a page with a button that sends this request.',
  params: OnboardingParams,
  returns: Onboarding,
  handle: async ({ db, params }) => {
    const { sessions } = await batch(db, redeemLink(db, hashSecret(params.onboardingSecret)))
    return firstOr404(sessions)
  },
})
