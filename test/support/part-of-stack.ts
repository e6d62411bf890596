import type { Stack } from '../../tools/stack/stack.ts'

type Part = Pick<Stack, 'baseUrl' | 'stateDir' | 'db' | 'roundTrips' | 'close'>

/** A stack of which this process holds a part only, for what needs no more. Whoever asks for the rest is told. */
export const partOfStack = (part: Part): Stack => ({
  ...part,
  databaseName: 'a database of the test',
  get qstash(): never {
    throw new Error('This process does not hold the queue.')
  },
  sweep: () => Promise.reject(new Error('This process does not hold the schedule.')),
})
