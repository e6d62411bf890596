// The commands on a topic.

import type { Identity } from '../../shared/realtime/connection.ts'
import { CommandError } from '../protocol/codes.ts'
import type { Command } from '../protocol/commands.ts'
import { reply, replyWithPublications } from '../protocol/replies.ts'
import type { Connection } from './connection.ts'
import type { Subscriptions } from './subscriptions.ts'

type TopicCommand = Exclude<Command, { name: 'connect' | 'refresh' | 'ping' }>

type Context = {
  subscriptions: Subscriptions
  connection: Connection
  identity: Identity
}

/**
 * Executes a command on a topic after the earlier commands of the connection on it, and sends the reply.
 * @throws CommandError if the command is refused
 */
export const executeOnTopic = (context: Context, command: TopicCommand): Promise<void> =>
  context.subscriptions.inOrder(context.connection, command.body.channel, async () => {
    if (command.name === 'subscribe') {
      const { subscriptions, connection, identity } = context
      await subscriptions.subscribe(command.id, connection, identity, command.body)
      return
    }
    context.connection.send(await replyTo(context, command))
  })

async function replyTo(
  { subscriptions, connection, identity }: Context,
  command: Exclude<TopicCommand, { name: 'subscribe' }>,
): Promise<string> {
  const { id, name } = command
  const { channel: topic } = command.body
  const key = { applicationSid: identity.applicationSid, topic }
  if (name === 'unsubscribe') {
    subscriptions.end(connection, key)
    return reply(id, name, {})
  }
  const verb = name === 'publish' ? 'publish' : 'subscribe'
  await subscriptions.authority.require(connection, identity, verb, topic)
  const stub = subscriptions.stub(key)
  if (name === 'publish') {
    const info = { client: connection.client, user: identity.user }
    const payloads = [JSON.stringify(payloadOf(command.body.data))]
    await stub.publish({ key, type: 'socket.message', info, payloads })
    return reply(id, name, {})
  }
  if (name === 'history') {
    const page = await stub.history(key, command.body)
    if (!page) throw new CommandError('unrecoverablePosition')
    const { epoch, offset, publications } = page
    return replyWithPublications(id, name, { epoch, offset }, publications)
  }
  if (name === 'presence') {
    const clients = await stub.presence()
    return reply(id, name, { presence: Object.fromEntries(clients.map(info => [info.client, info])) })
  }
  const { clients, users } = await stub.presenceStats()
  return reply(id, name, { num_clients: clients, num_users: users })
}

/** The payload of an event is an object. */
const payloadOf = (data: unknown): object =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { value: data }
