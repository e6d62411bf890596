import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with `N passed, N failed`; a file or a suite that cannot be run counts as a failure. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    const suites = modules.flatMap(module => [module, ...module.children.allSuites()])
    const broken = suites.filter(suite => suite.errors().length > 0).length
    console.log(`${count('passed')} passed, ${count('failed') + broken + unhandled.length} failed`)
  }
}
