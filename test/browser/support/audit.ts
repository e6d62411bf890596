// Accessibility problems of a page or a frame.

import { build } from 'esbuild'
import type { Frame, Page } from 'playwright-core'
import { projectFile } from '../../../tools/project.ts'
import { violationsOf } from './axe.ts'

const bundled = build({
  entryPoints: [projectFile('test/browser/page/audit.ts')],
  bundle: true,
  format: 'iife',
  globalName: 'checks',
  write: false,
}).then(({ outputFiles }) => outputFiles[0]?.text ?? '')

const run = async <T>(page: Page | Frame, call: string): Promise<T> =>
  page.evaluate<T>(`${await bundled}; checks.${call}`)

/** Returns the violations that axe finds, and the problems that axe does not report. */
export const audit = async (page: Page | Frame): Promise<string[]> => [
  ...(await violationsOf(page)),
  ...(await run<string[]>(page, 'audit()')),
]

/** The same for a page without live regions: its content does not change. */
export const auditOfStaticPage = async (page: Page): Promise<string[]> => [
  ...(await violationsOf(page)),
  ...(await run<string[]>(page, 'auditLayout()')),
]

/** Returns the name of the focused control, and whether its focus indicator is visible. */
export const focused = (page: Page | Frame) => run<{ name: string; isSeen: boolean }>(page, 'focused()')
