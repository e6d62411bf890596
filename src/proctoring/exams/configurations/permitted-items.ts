// The items that a learner may use in an exam.

import * as z from 'zod'
import { FreeText, NullableText, optional } from '../../../shared/values/text.ts'

const allowed = optional(z.boolean())
const information = optional(FreeText(2000))

export const permittedItemsInput = {
  permittedBathroomBreak: allowed,
  permittedBathroomBreakInformation: information,
  permittedBlankPaper: allowed,
  permittedBlankPaperInformation: information,
  permittedCalculator: allowed,
  permittedCalculatorInformation: information,
  permittedDictionary: allowed,
  permittedDictionaryInformation: information,
  permittedEarplugs: allowed,
  permittedEarplugsInformation: information,
  permittedFormulaSheet: allowed,
  permittedFormulaSheetInformation: information,
  permittedNotes: allowed,
  permittedNotesInformation: information,
  permittedTextbook: allowed,
  permittedTextbookInformation: information,
  permittedWebsites: allowed,
  permittedWebsitesInformation: information,
  permittedOtherItems: information,
}

const isAllowed = z.boolean().nullable()

export const permittedItems = {
  permittedBathroomBreak: isAllowed,
  permittedBathroomBreakInformation: NullableText,
  permittedBlankPaper: isAllowed,
  permittedBlankPaperInformation: NullableText,
  permittedCalculator: isAllowed,
  permittedCalculatorInformation: NullableText,
  permittedDictionary: isAllowed,
  permittedDictionaryInformation: NullableText,
  permittedEarplugs: isAllowed,
  permittedEarplugsInformation: NullableText,
  permittedFormulaSheet: isAllowed,
  permittedFormulaSheetInformation: NullableText,
  permittedNotes: isAllowed,
  permittedNotesInformation: NullableText,
  permittedTextbook: isAllowed,
  permittedTextbookInformation: NullableText,
  permittedWebsites: isAllowed,
  permittedWebsitesInformation: NullableText,
  permittedOtherItems: NullableText,
}

type PermittedFlags = {
  [K in `permitted${'BathroomBreak' | 'BlankPaper' | 'Calculator' | 'Dictionary' | 'Earplugs' | 'FormulaSheet' | 'Notes' | 'Textbook' | 'Websites'}`]?:
    | boolean
    | null
    | undefined
}

/**
 * Returns the flags of a primary configuration. It inherits from no other, so an item that is not allowed is
 * forbidden.
 */
export const permittedItemDefaults = (settings: PermittedFlags) => ({
  permittedBathroomBreak: settings.permittedBathroomBreak ?? false,
  permittedBlankPaper: settings.permittedBlankPaper ?? false,
  permittedCalculator: settings.permittedCalculator ?? false,
  permittedDictionary: settings.permittedDictionary ?? false,
  permittedEarplugs: settings.permittedEarplugs ?? false,
  permittedFormulaSheet: settings.permittedFormulaSheet ?? false,
  permittedNotes: settings.permittedNotes ?? false,
  permittedTextbook: settings.permittedTextbook ?? false,
  permittedWebsites: settings.permittedWebsites ?? false,
})

export const unsetInformation = {
  permittedBathroomBreakInformation: null,
  permittedBlankPaperInformation: null,
  permittedCalculatorInformation: null,
  permittedDictionaryInformation: null,
  permittedEarplugsInformation: null,
  permittedFormulaSheetInformation: null,
  permittedNotesInformation: null,
  permittedTextbookInformation: null,
  permittedWebsitesInformation: null,
  permittedOtherItems: null,
}

/** The values of an accommodation that sets none of the items: null inherits from the primary configuration. */
export const unsetPermittedItems = {
  permittedBathroomBreak: null,
  permittedBlankPaper: null,
  permittedCalculator: null,
  permittedDictionary: null,
  permittedEarplugs: null,
  permittedFormulaSheet: null,
  permittedNotes: null,
  permittedTextbook: null,
  permittedWebsites: null,
  ...unsetInformation,
}
