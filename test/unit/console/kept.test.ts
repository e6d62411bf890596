// What the console keeps of the records that it has read.

import { expect, test } from 'vitest'
import { keptRecords } from '../../../src/console/app/api/kept.ts'

const record = (etag: string) => ({ etag, body: '{}', headers: new Headers() })

/** Reads as many other records as a list of people does while it scrolls. */
function scroll(kept: ReturnType<typeof keptRecords>): void {
  for (let at = 0; at < 500; at++) kept.keep(`/users/${at}`, record(`"${at}"`))
}

test('the tag of a record is known after hundreds of others were read: a change has its precondition', () => {
  const kept = keptRecords()
  kept.keep('/courses/1', record('"one"'))
  scroll(kept)
  expect(kept.etagOf('/courses/1')).toBe('"one"')
  kept.keep('/courses/1', record('"two"'))
  expect(kept.etagOf('/courses/1')).toBe('"two"')
})

test('the bodies of few records are kept: those that were read last', () => {
  const kept = keptRecords()
  kept.keep('/courses/1', record('"one"'))
  scroll(kept)
  expect([kept.get('/courses/1'), kept.get('/users/499')?.etag]).toEqual([undefined, '"499"'])
  expect(kept.etagOf('/unknown')).toBeUndefined()
})
