// The commands on a topic.

import type { Identity } from '../../shared/realtime/connection.ts'
import type { TopicKey } from '../contract/objects.ts'
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
export async function executeOnTopic(context: Context, command: TopicCommand): Promise<void> {
  const { subscriptions, connection, identity } = context
  const { channel: topic } = command.body
  const key = { applicationSid: identity.applicationSid, topic }
  if (command.name === 'publish') {
    await publish(context, key, command)
    return
  }
  await subscriptions.inOrder(connection, topic, async () => {
    await subscriptions.publications.stored(key)
    if (command.name === 'unsubscribe') {
      subscriptions.end(connection, key)
      connection.send(reply(command.id, command.name, {}))
      return
    }
    connection.requireReply()
    if (command.name === 'subscribe')
      await subscriptions.subscribe(command.id, connection, identity, command.body)
    else connection.sendLarge(await replyTo(context, key, command))
  })
}

/** Publishes in the order of the connection's commands. The next publication does not wait until this one is stored. */
async function publish(
  { subscriptions, connection, identity }: Context,
  key: TopicKey,
  { id, name, body: { data } }: Extract<TopicCommand, { name: 'publish' }>,
): Promise<void> {
  const publisher = { client: connection.client, user: identity.user }
  const { stored } = await subscriptions.inOrder(connection, key.topic, async () => {
    await subscriptions.authority.require(connection, 'publish', key.topic)
    return { stored: subscriptions.publications.publish(key, JSON.stringify(payloadOf(data)), publisher) }
  })
  await stored
  connection.send(reply(id, name, {}))
}

async function replyTo(
  { subscriptions, connection }: Context,
  key: TopicKey,
  command: Exclude<TopicCommand, { name: 'subscribe' | 'unsubscribe' | 'publish' }>,
): Promise<string> {
  const { id, name } = command
  await subscriptions.authority.require(connection, 'subscribe', key.topic)
  const stub = subscriptions.stub(key)
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
