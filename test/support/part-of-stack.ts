import type { Stack } from '../../tools/stack/stack.ts'

type Part = Pick<Stack, 'baseUrl' | 'stateDir' | 'db' | 'roundTrips' | 'close'>

/** A stack of which this process has only a part. Using any other part throws an error. */
export const partOfStack = (part: Part): Stack => ({
  ...part,
  edgeUrl: part.baseUrl,
  port: Number(new URL(part.baseUrl).port),
  databaseName: 'a database of the test',
  get qstash(): never {
    throw new Error('This process does not hold the queue.')
  },
  bucket: () => Promise.reject(new Error('This process does not hold the bucket.')),
  runScheduled: () => Promise.reject(new Error('This process does not hold the schedule.')),
  sweep: () => Promise.reject(new Error('This process does not hold the schedule.')),
})
