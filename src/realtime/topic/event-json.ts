import { newSid } from '../../../db/sid.ts'
import type { PublishRequest } from '../contract/objects.ts'

const sourceOf = (type: PublishRequest['type']) => (type.startsWith('document.') ? 'sync' : 'socket')

/** Returns the JSON of a new event on a topic. The payload is JSON already. */
export function eventJson(
  { key: { topic }, type }: Pick<PublishRequest, 'key' | 'type'>,
  payload: string,
  environment: string,
): string {
  const subject = { id: newSid('EV'), topic, source: sourceOf(type), type }
  const metadata = { timestamp: Date.now(), table: '', operation: '', environment }
  return `${JSON.stringify(subject).slice(0, -1)},"payload":${payload},"metadata":${JSON.stringify(metadata)}}`
}
