import { defineConfig } from 'vitest/config'
import { exhaustiveFiles } from './test/support/exhaustive.ts'
import { ByFolder } from './test/support/order.ts'

const exhaustivePaths = Object.keys(exhaustiveFiles).map(name => `test/${name}.test.ts`)

/** `--mode all` also runs the exhaustive files (test/support/exhaustive.ts) and rounds (test/support/rounds.ts). */
export default defineConfig(({ mode }) => ({
  test: {
    // One project: with several, Vitest ends the forks and their stacks where the next project begins.
    include: ['test/**/*.test.ts'],
    exclude: mode === 'all' ? [] : exhaustivePaths,
    // Systems that tests start have no demo data, which takes a second.
    env: { ROUNDS: mode === 'all' ? 'all' : 'quick', DEMO: 'none' },
    globalSetup: './test/support/run.ts',
    setupFiles: ['./test/support/seed.ts'],
    // One stack per fork, shared by the files that the fork runs: each file builds its own tenants in it.
    pool: 'forks',
    isolate: false,
    // A fork keeps much in memory. The first option makes collections of young objects fewer: a tenth less CPU. Without the others,
    // each start of a system, whose files are outside the heap, makes V8 collect everything: a seventh of the CPU of all tests.
    execArgv: [
      '--max-semi-space-size=64',
      '--initial-heap-size=1024',
      '--external-memory-accounted-in-global-limit',
    ],
    // Many tests wait for real time: two forks leave a third of two cores idle, and three a tenth.
    maxWorkers: 4,
    sequence: { sequencer: ByFolder },
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    reporters: ['default', './test/support/summary.ts'],
  },
}))
