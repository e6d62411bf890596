// Functions that maintain the adjustments of learners.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()
const { course, enrollment, exam, install } = sids

const [assignment, section, other, accommodation] = [id(30), id(31), id(32), id(33)]
const adjustments = () =>
  rows('select enrollment_sid, accommodation_sid, assignment_sid, section_assignment_sid from adjustment')
const none = { accommodation_sid: null, assignment_sid: null, section_assignment_sid: null }
const insertAssignment = `insert into assignment (sid, exam_sid) values ('${assignment}', '${exam}')`
const insertSection = `insert into section (sid, install_sid, course_sid, title)
  values ('${section}', '${install}', '${course}', 'A')`
const insertMember = `insert into enrollment_section (enrollment_sid, section_sid) values ('${enrollment}', '${section}')`
const assignSection = `insert into assignment_section (assignment_sid, section_sid) values ('${assignment}', '${section}')`
const assignEnrollment = `insert into assignment_enrollment (assignment_sid, enrollment_sid)
  values ('${assignment}', '${enrollment}')`
const insertAccommodation = `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved)
  values ('${accommodation}', '${install}', '${exam}', '${enrollment}', 'accommodation', true)`

test('refresh_adjustments finds the newest of each kind, and deletes a pair that has none', async () => {
  await run(`${insertAssignment}; ${assignEnrollment}; ${insertAccommodation}; delete from adjustment`)
  const refresh = () =>
    rows('select refresh_adjustments(array[$1]::uuid[], array[$2]::uuid[])', [enrollment, exam])
  await refresh()
  const both = {
    ...none,
    enrollment_sid: enrollment,
    accommodation_sid: accommodation,
    assignment_sid: assignment,
  }
  expect(await adjustments()).toEqual([both])
  await run(`set local session_replication_role = replica; delete from assignment_enrollment;
    delete from exam_configuration where type = 'accommodation'; set local session_replication_role = origin`)
  expect(await adjustments()).toEqual([both])
  await refresh()
  expect(await adjustments()).toEqual([])
})

test('adjust_by_accommodation follows the accommodations of an enrollment', async () => {
  await run(insertAccommodation)
  expect(await adjustments()).toEqual([
    { ...none, enrollment_sid: enrollment, accommodation_sid: accommodation },
  ])
  await run(`delete from exam_configuration where type = 'accommodation'`)
  expect(await adjustments()).toEqual([])
})

test('adjust_by_accommodation_reassigned follows an accommodation to another enrollment', async () => {
  await run(`insert into users (sid, install_sid, first_name, last_name, email)
      values ('${id(40)}', '${install}', 'Bo', 'Other', 'bo@school.example');
    insert into enrollment (sid, install_sid, course_sid, user_sid)
      values ('${other}', '${install}', '${course}', '${id(40)}'); ${insertAccommodation};
    update exam_configuration set enrollment_sid = '${other}' where type = 'accommodation'`)
  expect(await adjustments()).toEqual([{ ...none, enrollment_sid: other, accommodation_sid: accommodation }])
})

test('adjust_by_assignment follows the assignments of an enrollment', async () => {
  await run(`${insertAssignment}; ${assignEnrollment}`)
  expect(await adjustments()).toEqual([{ ...none, enrollment_sid: enrollment, assignment_sid: assignment }])
  await run('delete from assignment')
  expect(await adjustments()).toEqual([])
})

test('adjust_by_section_assignment follows the assignments of a section', async () => {
  await run(`${insertAssignment}; ${insertSection}; ${insertMember}; ${assignSection}`)
  expect(await adjustments()).toEqual([
    { ...none, enrollment_sid: enrollment, section_assignment_sid: assignment },
  ])
  await run('delete from assignment_section')
  expect(await adjustments()).toEqual([])
})

test('adjust_by_section follows the members of a section', async () => {
  await run(`${insertAssignment}; ${insertSection}; ${assignSection}; ${insertMember}`)
  expect(await adjustments()).toEqual([
    { ...none, enrollment_sid: enrollment, section_assignment_sid: assignment },
  ])
  await run('delete from enrollment_section')
  expect(await adjustments()).toEqual([])
})
