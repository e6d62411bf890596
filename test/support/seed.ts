import fc from 'fast-check'
import { isExhaustive } from './rounds.ts'

// `npm test` uses the same values each time; `npm run test:all` uses others, and prints the seed of a failure.
if (!isExhaustive) fc.configureGlobal({ seed: 20_261_122 })
