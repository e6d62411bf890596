// The limits of a batch of accommodations.
import { expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { plan } from '../../../src/proctoring/exams/accommodations/plan.ts'
import type { Target } from '../../../src/proctoring/exams/accommodations/queries.ts'

const installSid = newSid('AI')
const statement = { effect: 'Allow' as const, actions: ['sp:*'], resources: ['*'] }
const authority = {
  installSid,
  caller: {
    ...({ kind: 'credential', role: 'admin', installSid, reachedSid: installSid } as const),
    ...{ credentialSid: newSid('AK'), accountSid: newSid('AC'), applicationSid: newSid('AP') },
    ...{
      policies: [{ version: '1' as const, statements: [statement] }],
      token: undefined,
      learner: undefined,
      version: undefined,
    },
  },
}

const none = { sid: null, locked: null, duration: null, attempts: null }
const noWindows = { examOpenDate: null, examCloseDate: null, scheduleOpenDate: null, scheduleCloseDate: null }

const targetsAt = (position: number, count: number): Target[] => {
  const [enrollmentSid, courseSid] = [newSid('EN'), newSid('CU')]
  return Array.from({ length: count }, () => ({
    ...{
      position,
      enrollmentSid,
      courseSid,
      examSid: newSid('EX'),
      role: 'learner' as const,
      isErased: false,
    },
    ...{ version: '', primary: { locked: false, duration: 60, attempts: null } },
    accommodation: { ...none, ...noWindows },
  }))
}

/** Plans items of which each concerns the given number of exams, as far as the statement reads them. */
function planned(counts: number[]) {
  const items = counts.map(() => ({
    success: true as const,
    data: { enrollmentSid: newSid('EN'), extraMinutes: 10 },
  }))
  const targets = counts.flatMap((count, position) => targetsAt(position, Math.min(count, 101)))
  const { results, writes } = plan(authority, items, targets.slice(0, 2001))
  return { codes: results.map(({ problem }) => problem?.errors[0] ?? null), results, writes }
}

test('an item concerns at most 100 exams: with 101 it is refused as too_big, and the next one is applied', () => {
  const { codes, writes } = planned([100, 101, 1])
  expect(codes).toEqual([null, expect.objectContaining({ path: 'enrollmentSid', code: 'too_big' }), null])
  expect(writes).toHaveLength(101)
})

test('a request concerns at most 2,000 accommodations: the item that exceeds them and all after it are refused', () => {
  const twenty = Array.from({ length: 20 }, () => 100)
  expect(planned(twenty).writes).toHaveLength(2000)
  const { results, writes } = planned([...twenty.slice(1), 99, 2, 1])
  expect(results.slice(0, 20).every(({ result }) => result === 'Created')).toBe(true)
  expect(results.slice(20)).toMatchObject(
    Array(2).fill({ result: 'Refused', problem: { errors: [{ path: '', code: 'too_big' }] } }),
  )
  expect(writes).toHaveLength(1999)
})
