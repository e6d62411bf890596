// The members of a configuration for the items that a learner may use in an exam.

import * as z from 'zod'
import { permittedFlags, permittedInformation, permittedMembers } from '../../../../db/permitted-items.ts'
import { FreeText, NullableText, optional } from '../../../shared/values/text.ts'

const flagInput = optional(z.boolean())
const informationInput = optional(FreeText(2000))
const flag = z.boolean().nullable()

export const permittedItemsInput = permittedMembers(
  () => flagInput,
  () => informationInput,
)

export const permittedItems = permittedMembers(
  () => flag,
  () => NullableText,
)

type PermittedFlags = Partial<ReturnType<typeof permittedFlags<boolean | null | undefined>>>

/**
 * Returns the flags of a primary configuration. It inherits from no other, so an item that is not allowed is
 * forbidden.
 */
export const permittedItemDefaults = (settings: PermittedFlags) =>
  permittedFlags(name => settings[name] ?? false)

export const unsetInformation = permittedInformation(() => null)

/** The values of an accommodation that sets none of the items: null inherits from the primary configuration. */
export const unsetPermittedItems = permittedMembers(
  () => null,
  () => null,
)
