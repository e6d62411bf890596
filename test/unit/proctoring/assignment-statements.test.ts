// The number of statements of A2. Each that writes targets has triggers, which take as long for one target as for hundreds.
import { expect, test } from 'vitest'
import { connect } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { changeAssignments } from '../../../src/proctoring/exams/assignments/queries.ts'

const db = connect('postgres://nobody:nothing@127.0.0.1/unused')
const path = { installSid: newSid('AI'), courseSid: newSid('CU'), examSid: newSid('EX') }
const change = { mayBeLocked: true, revokesApproval: false }
const targets = () => ({ enrollmentSids: [newSid('EN')], sectionSids: [newSid('SE')] })

const numberOf = (assignments: number) => {
  const added = Array.from({ length: assignments }, () => ({ targets: targets() }))
  const updated = added.map(() => ({ sid: newSid('EA'), targets: { added: targets() } }))
  const { updated: dates, ...statements } = changeAssignments(db, path, { added, updated }, change)
  return [Object.values(statements).flat().length, dates.length]
}

test('the targets of all assignments are inserted by the same number of statements as those of one', () => {
  const [one = 0] = numberOf(1)
  expect(numberOf(100)).toEqual([one, 100])
})
