// The members of a configuration for the items that a learner may use in an exam.

import * as z from 'zod'
import { permittedFlags, permittedInformation, permittedMembers } from '../../../../db/permitted-items.ts'
import { FreeText, NullableText, optional } from '../../../shared/values/text.ts'

const about = {
  flag: {
    description:
      'Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null.',
  },
  flagInput: {
    description:
      'Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation.',
  },
  information: {
    description: 'Details about the item for the learner and the proctor, such as the kind or the number.',
    example: 'One sheet, handwritten',
  },
}

const flagInput = optional(z.boolean()).meta(about.flagInput)
const informationInput = optional(FreeText(2000)).meta(about.information)
const flag = z.boolean().nullable().meta(about.flag)
const information = NullableText.meta(about.information)

export const permittedItemsInput = permittedMembers(
  () => flagInput,
  () => informationInput,
)

export const permittedItems = permittedMembers(
  () => flag,
  () => information,
)

type PermittedFlags = Partial<ReturnType<typeof permittedFlags<boolean | null | undefined>>>

/**
 * Returns the flags of a primary configuration. It does not inherit from another configuration, so a flag that is not
 * set is false.
 */
export const permittedItemDefaults = (settings: PermittedFlags) =>
  permittedFlags(name => settings[name] ?? false)

export const unsetInformation = permittedInformation(() => null)

/** The values of an accommodation that sets none of the items. Null inherits from the layers with lower precedence. */
export const unsetPermittedItems = permittedMembers(
  () => null,
  () => null,
)
