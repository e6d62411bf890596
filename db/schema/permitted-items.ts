import { boolean, text } from 'drizzle-orm/pg-core'

/** The items that a learner may use during an exam. */
export const permittedItems = () => ({
  permittedBathroomBreak: boolean(),
  permittedBathroomBreakInformation: text(),
  permittedBlankPaper: boolean(),
  permittedBlankPaperInformation: text(),
  permittedCalculator: boolean(),
  permittedCalculatorInformation: text(),
  permittedDictionary: boolean(),
  permittedDictionaryInformation: text(),
  permittedEarplugs: boolean(),
  permittedEarplugsInformation: text(),
  permittedFormulaSheet: boolean(),
  permittedFormulaSheetInformation: text(),
  permittedNotes: boolean(),
  permittedNotesInformation: text(),
  permittedTextbook: boolean(),
  permittedTextbookInformation: text(),
  permittedWebsites: boolean(),
  permittedWebsitesInformation: text(),
  permittedOtherItems: text(),
})
