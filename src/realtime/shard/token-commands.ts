// The commands that carry a token.

import type { Service } from '../../shared/env.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import { type CloseName, CommandError } from '../protocol/codes.ts'
import type { Command } from '../protocol/commands.ts'
import { reply } from '../protocol/replies.ts'
import { authenticate, lifetimeOf } from './authenticate.ts'
import type { Authority } from './authority.ts'
import type { Connection } from './connection.ts'
import { pingSeconds } from './limits.ts'

/** What a command with a token changes. */
export type TokenEffects = {
  /** The connection has these rights from now on. */
  accepted(identity: Identity): void
  /** The connection is authenticated for the first time. */
  connected(identity: Identity): void
  close(reason: CloseName): void
  authority: Authority
}

type Run<Name extends Command['name']> = (
  platform: Service,
  connection: Connection,
  command: Extract<Command, { name: Name }>,
  effects: TokenEffects,
) => Promise<void>

/** The version of the server in the reply to `connect`. */
const version = 'invigil'

/** Authenticates a connection. @throws CommandError if the token has expired */
export const connect: Run<'connect'> = async (platform, connection, command, effects) => {
  if (connection.identity) {
    effects.close('badRequest')
    return
  }
  const { verification } = effects.authority
  const { count } = verification
  const identity = await identityOf(platform, command, effects)
  if (!identity || connection.isEnded) return
  connection.authenticated(identity, Date.now())
  effects.accepted(identity)
  effects.connected(identity)
  await orClose(effects, verification.admit(connection, identity.accountSid, count))
  if (connection.isEnded) return
  const { client } = connection
  connection.send(
    reply(command.id, 'connect', {
      ...{ client, version, ping: pingSeconds, pong: true },
      ...lifetimeOf(identity, Date.now()),
    }),
  )
}

/** Replaces the token of a connection by one of the same subject and application. */
export const refresh: Run<'refresh'> = async (platform, connection, command, effects) => {
  const { identity: old } = connection
  if (!old) {
    effects.close('badRequest')
    return
  }
  const identity = await identityOf(platform, command, effects)
  if (!identity || connection.isEnded) return
  if (identity.user !== old.user || identity.applicationSid !== old.applicationSid) {
    effects.close('invalidToken')
    return
  }
  connection.identity = identity
  effects.accepted(identity)
  await orClose(effects, effects.authority.refreshed(connection))
  if (connection.isEnded) return
  const { client } = connection
  connection.send(reply(command.id, 'refresh', { client, version, ...lifetimeOf(identity, Date.now()) }))
}

/**
 * Closes the connection if the token is invalid, or if it has expired and comes with a `refresh`: after an error of a
 * `refresh` clients do not connect again, after this close they do.
 * @throws CommandError `tokenExpired` for a `connect`
 */
async function identityOf(
  platform: Service,
  { name, body }: Extract<Command, { name: 'connect' | 'refresh' }>,
  { close }: TokenEffects,
): Promise<Identity | undefined> {
  const authentication = await authenticate(platform, body.token)
  if (authentication.outcome === 'accepted') return authentication.identity
  if (authentication.outcome !== 'expired') close('invalidToken')
  else if (name === 'refresh') close('expired')
  else throw new CommandError('tokenExpired')
  return undefined
}

/** Closes the connection if it cannot be verified. The client connects again. @throws Error */
async function orClose(effects: TokenEffects, verified: Promise<void>): Promise<void> {
  try {
    await verified
  } catch (error) {
    effects.close('internal')
    throw error
  }
}
