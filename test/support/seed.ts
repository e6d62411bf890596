import fc from 'fast-check'
import { isExhaustive } from './rounds.ts'

// `npm test` takes the same values each time; `npm run test:all` takes others, and prints the seed of what it finds.
if (!isExhaustive) fc.configureGlobal({ seed: 20_261_122 })
