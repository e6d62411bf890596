import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { projectFile } from '../../tools/project.ts'

const slowest = 10

/**
 * Ends the output with the ten slowest files, the tests that were repeated, and `N passed, N failed`; a file or a suite that cannot be
 * run counts as a failure.
 */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    const suites = modules.flatMap(module => [module, ...module.children.allSuites()])
    const broken = suites.filter(suite => suite.errors().length > 0).length
    console.log(slowestOf(modules))
    for (const line of repeatedOf(tests)) console.log(line)
    console.log(`${count('passed')} passed, ${count('failed') + broken + unhandled.length} failed`)
  }
}

type Tried = { readonly fullName: string; diagnostic(): { readonly retryCount: number } | undefined }

/** A line for each test that was repeated, as it was late (test/support/late.ts, test/browser/support/retry.ts). */
export const repeatedOf = (tests: readonly Tried[]): string[] =>
  tests
    .filter(test => (test.diagnostic()?.retryCount ?? 0) > 0)
    .map(({ fullName }) => `Repeated after a time limit: ${fullName}`)

/** The slowest files with their seconds, hooks and tests together. */
function slowestOf(modules: readonly TestModule[]): string {
  const files = modules
    .map(module => ({ name: relative(projectFile(''), module.moduleId), ms: module.diagnostic().duration }))
    .toSorted((a, b) => b.ms - a.ms)
  const lines = files
    .slice(0, slowest)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  return ['Slowest files:', ...lines, ''].join('\n')
}
