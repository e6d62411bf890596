import type { Recorder } from '../recorder.ts'
import { unknownSid } from './installs.ts'

const maya = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya.okafor@azvalley.example',
  mobilePhone: '+1 480 555 0142',
  username: 'mokafor',
  lmsId: 'canvas-user-20418',
  sisId: 'AZV-20418',
}

/** Creates learners, a term, a course with a section, and enrollments. */
export async function recordPeopleAndCourses(recorder: Recorder): Promise<void> {
  await recordUsers(recorder)
  await recordMergeAndErasure(recorder)
  await recordOfferings(recorder)
  await recordCourses(recorder)
  await recordEnrollments(recorder)
}

/** Finds people. After the other requests, whose examples show times that depend on the number of requests before. */
export async function recordPeopleSearch({ record }: Recorder): Promise<void> {
  await record('listUsers', {
    query: { search: 'halv' },
    name: 'search',
    summary: 'Find people by a part of a name',
  })
}

async function recordUsers({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const zone = { timeZoneSid: variables['timeZoneSid'] }
  variables['userSid'] = (await record('createUser', { body: { ...maya, ...zone } })).text('sid')
  await recordRefusal('createUser', { body: { ...maya, email: 'maya.okafor@', password: 'short' } })
  await recordRefusal('createUser', { body: { ...maya, email: 'm.okafor@azvalley.example' } })
  const others = [
    {
      firstName: 'Daniel',
      lastName: 'Reyes',
      email: 'daniel.reyes@azvalley.example',
      lmsId: 'canvas-user-20433',
    },
    {
      firstName: 'Ingrid',
      lastName: 'Halvorsen',
      email: 'ingrid.halvorsen@azvalley.example',
      lmsId: 'canvas-user-311',
    },
  ]
  const [daniel, ingrid] = [
    await record('createUser', { body: others[0], name: null }),
    await record('createUser', { body: others[1], name: null }),
  ]
  variables['danielSid'] = daniel.text('sid')
  variables['instructorUserSid'] = ingrid.text('sid')
  await record('listUsers', { query: { sortKeys: 'lastName', limit: '2' } })
  await record('readUserProfile')
  await record('updateUserProfile', {
    body: { preferredEmail: 'maya@okafor.example', maxTravelDistance: 25, maxTravelDistanceUnits: 'miles' },
  })
  await record('updateUser', { params: { userSid: ingrid.text('sid') }, body: { role: 'instructor' } })
  await recordRefusal('readUserProfile', { params: { userSid: unknownSid('US') } })
}

/** Merges the second user of a person, erases a person, and lifts the suppression. */
async function recordMergeAndErasure({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const intoUserSid = variables['danielSid']
  const twice = { firstName: 'Dan', lastName: 'Reyes', email: 'dan@reyes.example', sisId: 'AZV-20433' }
  const second = await record('createUser', { body: twice, name: null })
  const merging = { params: { userSid: second.text('sid') }, body: { intoUserSid } }
  await record('mergeUsers', merging)
  await recordRefusal('mergeUsers', { ...merging, params: { userSid: String(intoUserSid) } })

  const email = 'test.student@azvalley.example'
  const body = { firstName: 'Test', lastName: 'Student', email }
  const gone = await record('createUser', { body, name: null })
  await record('eraseUser', { params: { userSid: gone.text('sid') } })
  await recordRefusal('createUser', { body })
  await record('listSuppressions')
  const found = await record('findSuppression', { body: { email } })
  await record('deleteSuppression', { params: { suppressionSid: String(Object(found.json).results[0].sid) } })
}

async function recordOfferings({ record, variables, at }: Recorder): Promise<void> {
  const fall = {
    title: 'Fall 2026',
    matchStrings: ['BIO-2026F'],
    startDate: at(-21, '07:00'),
    endDate: at(90, '07:00'),
  }
  variables['courseOfferingSid'] = (await record('createCourseOffering', { body: fall })).text('sid')
  await record('listCourseOfferings', { query: { title: 'fall' } })
  await record('readCourseOffering')
  await record('updateCourseOffering', { body: { sisId: 'TERM-2026F' } })
  const other = await record('createCourseOffering', { body: { title: 'Summer pilot' }, name: null })
  await record('deleteCourseOffering', { params: { courseOfferingSid: other.text('sid') } })
}

async function recordCourses({ record, variables }: Recorder): Promise<void> {
  const { courseOfferingSid } = variables
  const biology = { title: 'Cell Biology', code: 'BIO 210', courseOfferingSid, lmsId: 'canvas-course-7731' }
  variables['courseSid'] = (await record('createCourse', { body: biology })).text('sid')
  await record('listCourses', { query: { code: 'BIO 210' } })
  await record('readCourse')
  await record('updateCourse', { body: { sisId: 'BIO-210-2026F' } })
  const other = await record('createCourse', { body: { title: 'Sandbox' }, name: null })
  const params = { courseSid: other.text('sid') }
  await record('deleteCourse', { params })
  await record('restoreCourse', { params })
  await record('deleteCourse', { params, name: null })

  variables['sectionSid'] = (
    await record('createSection', { body: { title: '001, Tempe', lmsId: 'canvas-section-9120' } })
  ).text('sid')
  await record('listSections')
  await record('readSection')
  await record('updateSection', { body: { title: '001, Tempe campus' } })
  const section = await record('createSection', { body: { title: '002, Online' }, name: null })
  await record('deleteSection', { params: { sectionSid: section.text('sid') } })
}

async function recordEnrollments({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const { userSid, sectionSid, danielSid, instructorUserSid } = variables
  const enrolled = await record('createEnrollment', { body: { userSid, sectionSids: [sectionSid] } })
  variables['enrollmentSid'] = enrolled.text('sid')
  await recordRefusal('createEnrollment', { body: { userSid } })
  const daniel = await record('createEnrollment', { body: { userSid: danielSid }, name: null })
  variables['danielEnrollmentSid'] = daniel.text('sid')
  await record('createEnrollment', { body: { userSid: instructorUserSid, role: 'instructor' }, name: null })
  await record('listEnrollments', { query: { role: 'learner' } })
  await record('readEnrollment')
  await record('updateEnrollment', { body: { lmsId: 'canvas-enrollment-55012' } })
  const guest = await record('createUser', {
    body: { firstName: 'Pilar', lastName: 'Santos', email: 'pilar.santos@azvalley.example' },
    name: null,
  })
  const dropped = await record('createEnrollment', { body: { userSid: guest.text('sid') }, name: null })
  await record('deleteEnrollment', { params: { enrollmentSid: dropped.text('sid') } })
}
