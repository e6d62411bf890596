// The sections of a course as check boxes of a form.

import { sid } from '../../../../client/index.ts'

export type Sections = readonly { sid: string; title: string }[]

/**
 * Returns the sections that are checked, and those that the record has but the form does not show: they are not read, or not
 * among the first thousand.
 */
export function sectionsOf(form: FormData, shown: Sections, known: readonly string[]): `SE${string}`[] {
  const hidden = known.filter(each => !shown.some(section => section.sid === each))
  return [...form.getAll('sectionSids').map(String), ...hidden].map(each => sid('SE', each))
}
