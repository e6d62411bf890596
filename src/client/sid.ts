import type { Prefix, SidOf } from '../../db/sid.ts'

/**
 * The text as a sid of its kind, for what comes out of a database or an environment: `sid('US', row.learner)`.
 * @throws TypeError when it is none
 */
export function sid<P extends Prefix>(prefix: P, text: string | undefined): SidOf<P> {
  if (!(text?.startsWith(prefix) && /^[A-Z]{2}[a-f0-9]{32}$/.test(text)))
    throw new TypeError(`Not a sid: expected ${prefix} and 32 lowercase hexadecimal characters`)
  return `${prefix}${text.slice(prefix.length)}`
}
