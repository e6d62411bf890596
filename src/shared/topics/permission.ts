// The permissions of applications and JWTs that concern topics: `subscribe` and `publish` for all topics of the
// application, `subscribe:<pattern>` and `publish:<pattern>` for some.

/** The longest permission: the verb, a colon and a pattern as long as a topic. */
export const maxPermissionLength = 265

const permission = /^(subscribe|publish)(?::([A-Za-z0-9_.:*-]{1,255}))?$/
const anySegment = '*'

export type TopicVerb = 'subscribe' | 'publish'
type TopicPermission = { verb: TopicVerb; segments: readonly string[] | undefined }

/** Parses a permission. Without a pattern, it applies to all topics. @returns undefined for another permission */
function parsePermission(text: string): TopicPermission | undefined {
  const [, verb, pattern] = permission.exec(text) ?? []
  if (verb !== 'subscribe' && verb !== 'publish') return undefined
  const segments = pattern?.split('.')
  const isValid = segments?.every(segment => segment === anySegment || !segment.includes(anySegment)) ?? true
  return isValid ? { verb, segments } : undefined
}

/** Whether the text is a permission for some topics, but with a pattern that is none. */
export const hasMalformedPattern = (text: string): boolean =>
  /^(?:subscribe|publish):/.test(text) && parsePermission(text) === undefined

/** Whether one of the permissions allows the verb on all topics, or on some. */
export const hasVerb = (permissions: readonly string[], verb: TopicVerb): boolean =>
  permissions.some(text => parsePermission(text)?.verb === verb)

/**
 * Whether a pattern includes every topic of another pattern, or a topic. A segment `*` stands for one segment, and at
 * the end for one or more.
 */
function includes(pattern: readonly string[], other: readonly string[]): boolean {
  const last = pattern.length - 1
  const hasOpenEnd = pattern[last] === anySegment
  if (hasOpenEnd ? other.length < pattern.length : other.length !== pattern.length) return false
  return pattern.every((segment, at) => segment === anySegment || segment === other[at])
}

const allows = (permissions: readonly string[], verb: TopicVerb, segments: readonly string[]): boolean =>
  permissions.some(text => {
    const held = parsePermission(text)
    return held?.verb === verb && (held.segments === undefined || includes(held.segments, segments))
  })

/** Whether one of the permissions allows the verb on the topic. */
export const permits = (permissions: readonly string[], verb: TopicVerb, topic: string): boolean =>
  allows(permissions, verb, topic.split('.'))

/** Whether the permission lies within the granted ones. */
export function isGranted(granted: readonly string[], requested: string): boolean {
  if (granted.includes(requested)) return true
  const parsed = parsePermission(requested)
  return parsed?.segments !== undefined && allows(granted, parsed.verb, parsed.segments)
}

/** The topics with personal data: those of exam sessions and exams, the captured changes, and the documents. */
const personalTopics = [
  'session.*',
  'monitor.*',
  'proctoring.*',
  'installs.*.proctoring.*',
  'documents.*',
].map(pattern => pattern.split('.'))

/** Whether there is a topic that both patterns include. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < long.length && short.at(-1) !== anySegment) return false
  return short.every((segment, at) => [segment, long[at]].includes(anySegment) || segment === long[at])
}

/** Whether the permission allows to subscribe to a topic with personal data. */
export function showsPersons(permission: string): boolean {
  const { verb, segments } = parsePermission(permission) ?? {}
  if (verb !== 'subscribe') return false
  return segments === undefined || personalTopics.some(topic => overlaps(topic, segments))
}
