import { actionsPage } from './actions.ts'
import { embedPage } from './embed.ts'
import { environmentPage } from './environment.ts'
import { errorsPage } from './errors.ts'
import { eventsPage } from './events.ts'
import { fieldsPage } from './fields/page.ts'
import { operationsPage } from './operations-page.ts'

/** The pages of the reference, generated from the code, by their paths in the project. */
export const referencePages = (): Record<string, string> => ({
  'docs/reference/operations.md': operationsPage(),
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/events.md': eventsPage(),
  'docs/reference/fields.md': fieldsPage(),
  'docs/reference/actions.md': actionsPage(),
  'docs/reference/embed.md': embedPage(),
  'docs/reference/environment.md': environmentPage(),
})
