import type { SidPrefix } from '../../packages/client/api.ts'

/**
 * Checks a text and types it as a sid, for values from a database or an environment: `sid('US', row.learner)`.
 * @throws TypeError when the text is not a sid with this prefix
 */
export function sid<P extends SidPrefix>(prefix: P, text: string | undefined): `${P}${string}` {
  if (!(text?.startsWith(prefix) && /^[A-Z]{2}[a-f0-9]{32}$/.test(text)))
    throw new TypeError(`Not a sid: expected ${prefix} and 32 lowercase hexadecimal characters`)
  return `${prefix}${text.slice(prefix.length)}`
}
