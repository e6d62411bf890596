// Accessibility problems that axe-core finds in a page or a frame.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 at the levels A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The violations, each with the element. The Content-Security-Policy of the page is in force: axe runs through the debugger.
 * @param excluded selectors of parts that are not ours
 */
export async function violationsOf(page: Page | Frame, excluded: readonly string[] = []): Promise<string[]> {
  const context = JSON.stringify({ exclude: excluded.map(selector => [selector]) })
  const options = JSON.stringify({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
  const run = `axe.run(${excluded.length > 0 ? context : 'document'}, ${options})`
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source)
  const violations = await page.evaluate<AxeResults['violations']>(
    `${run}.then(results => results.violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
  )
}
