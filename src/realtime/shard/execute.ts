// Executes the commands of a connection.

import type { Service } from '../../shared/env.ts'
import { logFailure } from '../../shared/logging/failure.ts'
import type { Log } from '../../shared/logging/log.ts'
import { CommandError } from '../protocol/codes.ts'
import type { Command, Parsed } from '../protocol/commands.ts'
import { errorReply, reply } from '../protocol/replies.ts'
import type { Connection } from './connection.ts'
import type { Subscriptions } from './subscriptions.ts'
import { connect, refresh, type TokenEffects } from './token-commands.ts'
import { executeOnTopic } from './topic-commands.ts'

type Context = {
  connection: Connection
  subscriptions: Subscriptions
  platform: Service
  effects: TokenEffects
  log: Log
}

/** Executes a command, and sends its reply or its error. @param isAllowed whether it is within the rate limit */
export async function execute(
  context: Context,
  command: Exclude<Parsed, { name: 'pong' | 'message' }>,
  isAllowed: boolean,
): Promise<void> {
  const { connection, log } = context
  if (connection.isEnded) return
  try {
    if (!isAllowed) throw new CommandError('tooManyRequests')
    if (!('body' in command))
      throw new CommandError(command.name === 'malformed' ? 'badRequest' : 'notAvailable')
    await dispatch(context, command)
  } catch (error) {
    if (!(error instanceof CommandError)) logFailure(log, error)
    connection.send(errorReply(command.id, error instanceof CommandError ? error.error : 'internal'))
  }
}

async function dispatch(
  { connection, subscriptions, platform, effects }: Context,
  command: Command,
): Promise<void> {
  const { identity } = connection
  if (command.name === 'connect') await connect(platform, connection, command, effects)
  else if (command.name === 'refresh') await refresh(platform, connection, command, effects)
  else if (!identity) effects.close('badRequest')
  else if (command.name === 'ping') connection.send(reply(command.id, 'ping', {}))
  else await executeOnTopic({ subscriptions, connection, identity }, command)
}
