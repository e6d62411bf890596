// An assignment to an exam of limited scope creates one session; its end closes the session unless it runs.
import { describe, expect, test } from 'vitest'
import type { sessionStatuses } from '../../../../db/schema/session.ts'
import { assignableIn, gone, makeAssignable, moveTo, waiting } from '../../../support/assignments.ts'
import { change, make, running, sessionsOf, setSessions } from '../../../support/catalog.ts'
import { rounds } from '../../../support/rounds.ts'

const many = rounds({ quick: 12, all: 300 })

describe('an assignment', () => {
  test('creates one session for the learner, of the exam’s course and with the effective duration', async () => {
    const exam = await makeAssignable({ configuration: { duration: 45 } })
    expect(await exam.states()).toEqual([])
    await exam.assign(exam.learner)
    expect(await sessionsOf(exam.world, exam.learner)).toMatchObject([
      {
        installSid: exam.world.installSid,
        courseSid: exam.sid,
        examSid: exam.examSid,
        enrollmentSid: exam.learner,
        status: 'Needs Proctor',
        statusReason: null,
        accessKey: expect.stringMatching(/./),
        duration: 45,
        cancelledDate: null,
        inProgressDate: null,
      },
    ])
  })

  test('of a section creates one session for each member', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    const members = [exam.learner, await exam.enroll(), await exam.enroll()]
    for (const member of members) await moveTo(exam, member, section)
    const outsider = await exam.enroll()
    await exam.assignSections(section)
    for (const member of members) expect(await exam.states(member)).toEqual([waiting])
    expect(await exam.states(outsider)).toEqual([])
  })

  test('that covers a learner in several ways at once creates one session', async () => {
    const exam = await makeAssignable()
    const sectionSids = [await exam.section(), await exam.section()]
    await moveTo(exam, exam.learner, ...sectionSids)
    const targets = { enrollmentSids: [exam.learner], sectionSids }
    await exam.change({ added: [{ targets }, { targets }, { targets: { sectionSids } }] })
    expect(await exam.states()).toEqual([waiting])
    await exam.change({ added: [{ targets }] })
    expect(await exam.states()).toEqual([waiting])
  })

  test('that gets a target by an update creates a session', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    const member = await exam.enroll({ sectionSids: [section] })
    const sid = await exam.add({})
    const added = { enrollmentSids: [exam.learner], sectionSids: [section] }
    await exam.change({ updated: [{ sid, targets: { added } }] })
    expect([await exam.states(), await exam.states(member)]).toEqual([[waiting], [waiting]])
  })

  test('creates no session for an instructor', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    const instructor = await exam.enroll({ role: 'instructor', sectionSids: [section] })
    await exam.change({ added: [{ targets: { enrollmentSids: [instructor], sectionSids: [section] } }] })
    expect(await exam.states(instructor)).toEqual([])
  })

  test('creates no session for a withdrawn member of the section', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    await moveTo(exam, exam.learner, section)
    await change(exam.world, 'DELETE', exam.at(`/enrollments/${exam.learner}`))
    await exam.assignSections(section)
    expect(await exam.states()).toEqual([])
  })

  test.each(['draft', 'deleted'])('to a %s exam creates no session', async status => {
    const exam = await makeAssignable()
    await change(exam.world, 'PUT', exam.at(`/exams/${exam.examSid}`), { status })
    await exam.put({ added: [{ targets: { enrollmentSids: [exam.learner] } }] })
    expect(await exam.states()).toEqual([])
  })

  test(`of ${many} members of a section creates and closes their sessions, each in at most two round trips`, async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    const all = Array.from({ length: many }, () => exam.enroll({ sectionSids: [section] }))
    await Promise.all(all)
    const sid = await exam.assignSections(section)
    const sessions = await sessionsOf(exam.world, exam.examSid)
    expect(new Set(sessions.map(({ enrollmentSid }) => enrollmentSid)).size).toBe(many)
    expect(new Set(sessions.map(({ accessKey }) => accessKey)).size).toBe(many)
    await exam.change({ removed: [sid] })
    const statuses = (await sessionsOf(exam.world, exam.examSid)).map(({ statusReason }) => statusReason)
    expect(statuses).toEqual(sessions.map(() => 'removed-by-limited-scope'))
  })
})

describe('the end of an assignment', () => {
  test('closes the session, with the reason and the time', async () => {
    const exam = await makeAssignable()
    const sid = await exam.assign(exam.learner)
    const [before] = await sessionsOf(exam.world, exam.learner)
    const startedAt = Date.now()
    await exam.change({ removed: [sid] })
    const [{ cancelledDate = null, editDate, ...after } = {}, ...more] = await sessionsOf(
      exam.world,
      exam.learner,
    )
    expect(more).toEqual([])
    expect({ ...before, ...after }).toEqual({
      ...before,
      status: 'Closed',
      statusReason: 'removed-by-limited-scope',
    })
    for (const moment of [cancelledDate, editDate ?? null])
      expect(Math.abs((moment?.getTime() ?? 0) - startedAt)).toBeLessThan(10_000)
  })

  test('by the removal of the enrollment or section as a target closes the session', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    const [member, stays] = [await exam.enroll({ sectionSids: [section] }), await exam.enroll()]
    const sid = await exam.add({
      targets: { enrollmentSids: [exam.learner, stays], sectionSids: [section] },
    })
    const removed = { enrollmentSids: [exam.learner], sectionSids: [section] }
    await exam.change({ updated: [{ sid, targets: { removed } }] })
    expect([await exam.states(), await exam.states(member)]).toEqual([[gone], [gone]])
    expect(await exam.states(stays)).toEqual([waiting])
  })

  test('by leaving the section closes the session, and joining the section opens one', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    await exam.assignSections(section)
    await moveTo(exam, exam.learner, section)
    expect(await exam.states()).toEqual([waiting])
    await moveTo(exam, exam.learner)
    expect(await exam.states()).toEqual([gone])
    await moveTo(exam, exam.learner, section)
    expect(await exam.states()).toEqual([gone, waiting])
  })

  test('keeps the session while another assignment covers the learner; the last one closes it', async () => {
    const exam = await makeAssignable()
    const section = await exam.section()
    await moveTo(exam, exam.learner, section)
    const sids = [
      await exam.assign(exam.learner),
      await exam.assignSections(section),
      await exam.assign(exam.learner),
    ]
    const [session] = await sessionsOf(exam.world, exam.learner)
    const last = sids.splice(1, 1)
    for (const sid of sids) {
      await exam.change({ removed: [sid] })
      expect(await sessionsOf(exam.world, exam.learner)).toEqual([session])
    }
    await exam.change({ removed: last })
    expect(await exam.states()).toEqual([gone])
  })

  test('keeps the session if the same call or the same move covers the learner again', async () => {
    const exam = await makeAssignable()
    const [one, two] = [await exam.section(), await exam.section()]
    const removed = [await exam.assign(exam.learner)]
    const [session] = await sessionsOf(exam.world, exam.learner)
    await moveTo(exam, exam.learner, one)
    await exam.change({ removed, added: [{ targets: { sectionSids: [one] } }] })
    await exam.change({ added: [{ targets: { sectionSids: [two] } }] })
    await moveTo(exam, exam.learner, two)
    expect(await sessionsOf(exam.world, exam.learner)).toEqual([session])
  })

  const notRunning = ['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'] as const
  test.each(notRunning)('closes a session that is %s', async status => {
    const exam = await makeAssignable()
    const removed = [await exam.assign(exam.learner)]
    await setSessions(exam.world, exam.learner, { status })
    await exam.change({ removed })
    expect(await exam.states()).toEqual([gone])
  })

  const started: (typeof sessionStatuses)[number][] = ['Scheduled', 'Processing', 'Incident', 'Closed']
  test.each(started)('keeps a session that was started and is %s unchanged', async status => {
    const exam = await makeAssignable()
    const section = await exam.section()
    await moveTo(exam, exam.learner, section)
    const sid = await exam.assignSections(section)
    await setSessions(exam.world, exam.learner, { ...running(), status })
    const before = await sessionsOf(exam.world, exam.learner)
    await exam.change({ updated: [{ sid, targets: { removed: { sectionSids: [section] } } }] })
    await moveTo(exam, exam.learner)
    await exam.change({ removed: [sid] })
    expect(await sessionsOf(exam.world, exam.learner)).toEqual(before)
  })

  test('and a new assignment open a new session each time', async () => {
    const exam = await makeAssignable()
    const removed = [await exam.assign(exam.learner)]
    await exam.change({ removed })
    const again = await exam.assign(exam.learner)
    expect(await exam.states()).toEqual([gone, waiting])
    await exam.change({ removed: [again] })
    await exam.assign(exam.learner)
    expect(await exam.states()).toEqual([gone, gone, waiting])
    const keys = (await sessionsOf(exam.world, exam.learner)).map(({ accessKey }) => accessKey)
    expect(new Set(keys).size).toBe(3)
  })
})

test('an assignment of an exam that is for all learners creates no second session, and its end closes none', async () => {
  const exam = await makeAssignable({ limitedScope: false })
  const before = await sessionsOf(exam.world, exam.learner)
  expect(before).toMatchObject([{ status: 'Needs Proctor' }])
  const removed = [await exam.assign(exam.learner)]
  expect(await sessionsOf(exam.world, exam.learner)).toEqual(before)
  await exam.change({ removed })
  expect(await sessionsOf(exam.world, exam.learner)).toEqual(before)
})

test('sessions of other exams of the learner are not changed', async () => {
  const exam = await makeAssignable()
  const other = await assignableIn(exam)
  await other.assign(exam.learner)
  const before = await sessionsOf(exam.world, other.examSid)
  const removed = [await exam.assign(exam.learner)]
  await exam.change({ removed })
  expect(await sessionsOf(exam.world, other.examSid)).toEqual(before)
})

test('a learner who is enrolled into an assigned section later gets a session', async () => {
  const exam = await makeAssignable()
  const section = await exam.section()
  await exam.assignSections(section)
  const userSid = await exam.world.user()
  const enrolled = await make(exam.world, exam.at('/enrollments'), { userSid, sectionSids: [section] })
  expect(await exam.states(enrolled.text('sid'))).toEqual([waiting])
})
