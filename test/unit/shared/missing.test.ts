import { expect, test } from 'vitest'
import { withMissingRecord } from '../../../src/shared/problems/missing.ts'
import { Problem } from '../../../src/shared/problems/problem.ts'

const hex = '0199d0b8a4c27d3e9f1a2b3c4d5e6f70'
const detailOf = (problem: Problem, path: string) => withMissingRecord(problem, path).message

test('the detail of a 404 names the records of the path, the last one first', () => {
  const path = `/v1/installs/AI${hex}/exams/EX${hex}/sessions/ES${hex}/history`
  expect(detailOf(new Problem('not_found'), path)).toBe(
    `There is no exam session ES${hex} of exam EX${hex} of install AI${hex}.`,
  )
})

test('a detail of its own, another problem, and a path without sids keep their details', () => {
  const path = `/v1/installs/AI${hex}`
  expect(detailOf(new Problem('not_found', 'The exam does not have this assignment.'), path)).toBe(
    'The exam does not have this assignment.',
  )
  expect(detailOf(new Problem('not_found', 'Not found.'), path)).toBe('Not found.')
  expect(detailOf(new Problem('user_erased'), path)).toBe('Personal data of the user has been erased.')
  expect(detailOf(new Problem('not_found'), '/api/setup')).toBe('Not found.')
  expect(detailOf(new Problem('not_found'), `/v1/things/ZZ${hex}`)).toBe('Not found.')
})
