import { parseRequestCredentials } from '../../shared/auth/caller.ts'
import type { TokenRow } from '../../shared/auth/credential-lookup.ts'
import { type Action, catalogue } from '../../shared/auth/policy/actions.ts'
import { allows, violations } from '../../shared/auth/policy/decide.ts'
import { recordReuse } from '../../shared/auth/token-reuse.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { openRoute } from '../env.ts'
import { tag } from '../paths.ts'
import { findEmbed, findFrame, listEmbedSessions } from './queries.ts'
import { Embed, EmbedVerify, Frame, FrameParams } from './schema.ts'

/** An stsToken can be active for at most this number of seconds after its elementToken is signed. */
const maxPairAgeSeconds = 8 * 60 * 60

export const verifyEmbed = openRoute({
  method: 'post',
  path: '/v1/embeds/verify',
  operationId: 'verifyEmbed',
  repeatable: true,
  tag,
  summary: 'Verify the tokens of an embed',
  description:
    'Send the stsToken as bearer. Verifies the signature of the elementToken, that both tokens have the same root, that the stsToken is active, and that the `Origin` of the request may embed. Returns what the embed may show. The expiry of the elementToken is not checked: the pair is valid as long as the stsToken.',
  body: EmbedVerify,
  returns: Embed,
  problems: [
    'credential_required',
    'credential_invalid',
    'caller_not_accepted',
    'element_token_invalid',
    'origin_not_allowed',
  ],
  load: ({ db, header }) => {
    const { kind, hash } = parseRequestCredentials(header('token'), header('authorization'))
    if (kind !== 'token') throw new Problem('caller_not_accepted', 'This operation takes: token.')
    return {
      tokens: findEmbed(db, { secretHash: hash }),
      sessions: listEmbedSessions({ secretHash: hash }),
    }
  },
  handle: async ({ db, env, body, header, loaded: { tokens, sessions } }) => {
    await recordReuse(db, tokens)
    const [row] = tokens
    if (row?.token.inactiveReason !== null)
      throw new Problem('credential_invalid', 'The stsToken is expired or revoked.')
    const { token, allowedOrigins, eventTypes, proctorTypes } = row
    const claims = await env.verify('element+jwt', body.elementToken, {
      issuer: env.baseUrl,
      audience: token.installSid,
      clockTolerance: maxPairAgeSeconds,
    })
    const { elementType, targetUserSid } = token
    const isPair =
      claims?.jti === token.familySid && claims.sub === targetUserSid && claims['elementType'] === elementType
    if (!(isPair && elementType && targetUserSid)) throw new Problem('element_token_invalid')

    const origin = header('origin')
    if (origin === undefined || ![new URL(env.baseUrl).origin, ...allowedOrigins].includes(origin))
      throw new Problem('origin_not_allowed')
    const actions = actionsOf(token)
    // The embed shows only what the policy of the token and the current policies of its creator and holder allow.
    const policies = [token.policy, token.creatorPolicy, token.holderPolicy]
    const may = (action: Action, resource: string) =>
      allows(policies, action, `installs/${token.installSid}/${resource}`)
    return {
      ...token,
      elementType,
      targetUserSid,
      actions,
      allowedOrigins,
      sessions: sessions.filter(({ sid, examSid }) =>
        may('sp:ReadSession', `exams/${examSid}/sessions/${sid}`),
      ),
      eventTypes: may('sp:ListEventTypes', 'eventTypes') ? eventTypes : [],
      proctorTypes: actions.includes('sp:ScheduleSession') ? proctorTypes : [],
      expiresIn: Math.max(0, Math.floor((token.expiresAt.getTime() - Date.now()) / 1000)),
    }
  },
})

/** Returns the actions of a token that the current policies of its creator and holder allow. */
function actionsOf({ policy, creatorPolicy, holderPolicy }: TokenRow['token']): string[] {
  const revoked = new Set(
    violations(policy, [creatorPolicy, holderPolicy], catalogue).map(({ action }) => action),
  )
  const actions = policy.statements.flatMap(statement => statement.actions)
  return [...new Set(actions)].filter(action => !revoked.has(action))
}

export const readFrame = openRoute({
  method: 'get',
  path: '/v1/embeds/frames/{installSid}',
  operationId: 'readEmbedOrigins',
  tag,
  summary: 'Get the origins that may embed',
  description:
    'The origins in the `frame-ancestors` of the embed pages. Public, because that header is public.',
  params: FrameParams,
  returns: Frame,
  load: ({ db, params }) => ({ frames: findFrame(db, { sid: params.installSid }) }),
  handle: ({ loaded }) => firstOr404(loaded.frames),
})
