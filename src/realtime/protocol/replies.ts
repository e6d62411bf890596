// The replies and pushes of Centrifugo's client protocol, as text.

import { type ErrorName, errorBody, unsubscribes } from './codes.ts'

/** A client on a topic. */
export type ClientInfo = { client: string; user: string }

/** The position of a topic's history. */
export type Position = { epoch: string; offset: number }

/** A publication with its offset; `json` is the publication of the protocol. */
export type Publication = { offset: number; json: string }

/** The ping of the server. A client answers it with the same text. */
export const ping = '{}'

/** Returns the text of a publication, whose data is JSON. */
export const publicationJson = (offset: number, data: string, info?: ClientInfo): string =>
  `{"data":${data},"offset":${offset}${info ? `,"info":${JSON.stringify(info)}` : ''}}`

/** Returns a reply with a result, such as `connect`. */
export const reply = (id: number, name: string, result: object): string =>
  JSON.stringify({ id, [name]: result })

/** Returns a reply that has publications as its last member. */
export function replyWithPublications(
  id: number,
  name: string,
  result: object,
  publications: readonly Publication[],
): string {
  const text = JSON.stringify(result)
  const list = publications.map(({ json }) => json).join(',')
  return `{"id":${id},"${name}":${text.slice(0, -1)}${text === '{}' ? '' : ','}"publications":[${list}]}}`
}

export const errorReply = (id: number, error: ErrorName): string =>
  JSON.stringify({ id, error: errorBody(error) })

const push = (topic: string, name: string, json: string): string =>
  `{"push":{"channel":${JSON.stringify(topic)},"${name}":${json}}}`

export const publicationPush = (topic: string, { json }: Publication): string => push(topic, 'pub', json)

/** Returns the push of a client that joined or left the topic. */
export const movePush = (topic: string, name: 'join' | 'leave', info: ClientInfo): string =>
  push(topic, name, JSON.stringify({ info }))

/** Returns the push that ends a subscription. */
export function unsubscribePush(topic: string, name: keyof typeof unsubscribes): string {
  const [code, reason] = unsubscribes[name]
  return push(topic, 'unsubscribe', JSON.stringify({ code, reason }))
}
