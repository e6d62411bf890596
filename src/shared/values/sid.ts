import * as z from 'zod'
import { type Prefix, prefixes, type SidOf } from '../../../db/sid.ts'

/** The wire format of a sid: its prefix and 32 lowercase hexadecimal characters. */
export function Sid<P extends Prefix>(prefix: P) {
  const pattern = new RegExp(`^${prefix}[a-f0-9]{32}$`)
  return z
    .custom<SidOf<P>>(value => typeof value === 'string' && pattern.test(value), {
      message: `Not a sid of this kind: expected ${prefix} and 32 lowercase hexadecimal characters.`,
    })
    .meta({
      type: 'string',
      pattern: pattern.source,
      description: `Sid of the ${prefixes[prefix]}.`,
      example: `${prefix}0199d0b8a4c27d3e9f1a2b3c4d5e6f70`,
    })
}

/** A sid or null. */
export const NullableSid = <P extends Prefix>(prefix: P) => Sid(prefix).nullable()
