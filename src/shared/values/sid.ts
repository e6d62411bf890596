import * as z from 'zod'
import { type Prefix, prefixes, type SidOf } from '../../../db/sid.ts'

/** The wire format of a sid: its prefix, or one of several, and 32 lowercase hexadecimal characters. */
export function Sid<P extends Prefix>(prefix: P, ...others: P[]) {
  const accepted = [prefix, ...others]
  const pattern = new RegExp(`^${others.length > 0 ? `(${accepted.join('|')})` : prefix}[a-f0-9]{32}$`)
  return z
    .custom<SidOf<P>>(value => typeof value === 'string' && pattern.test(value), {
      message: `Not a sid of this kind: expected ${accepted.join(' or ')} and 32 lowercase hexadecimal characters.`,
    })
    .meta({
      type: 'string',
      pattern: pattern.source,
      description: `Sid of the ${accepted.map(each => prefixes[each]).join(' or ')}.`,
      example: `${prefix}0199d0b8a4c27d3e9f1a2b3c4d5e6f70`,
    })
}

/** A sid or null. */
export const NullableSid = <P extends Prefix>(prefix: P, ...others: P[]) => Sid(prefix, ...others).nullable()
