import type { Recorder } from '../recorder.ts'
import { nobody } from './installs.ts'

const maya = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya.okafor@azvalley.example',
  mobilePhone: '+1 480 555 0142',
  username: 'mokafor',
  lmsId: 'canvas-user-20418',
  sisId: 'AZV-20418',
}

/** The LMS brings in learners, a term, a course with a section, and who takes it. */
export async function tellPeopleAndCourses(recorder: Recorder): Promise<void> {
  await tellUsers(recorder)
  await tellOfferings(recorder)
  await tellCourses(recorder)
  await tellEnrollments(recorder)
}

async function tellUsers({ tell, refuse, scene }: Recorder): Promise<void> {
  const zone = { timeZoneSid: scene['timeZoneSid'] }
  scene['userSid'] = (await tell('createUser', { body: { ...maya, ...zone } })).text('sid')
  await refuse('createUser', { body: { ...maya, email: 'maya.okafor@', password: 'short' } })
  await refuse('createUser', { body: { ...maya, email: 'm.okafor@azvalley.example' } })
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
    await tell('createUser', { body: others[0], name: null }),
    await tell('createUser', { body: others[1], name: null }),
  ]
  scene['danielSid'] = daniel.text('sid')
  scene['instructorUserSid'] = ingrid.text('sid')
  await tell('listUsers', { query: { sortKeys: 'lastName', limit: '2' } })
  await tell('readUserProfile')
  await tell('updateUserProfile', {
    body: { preferredEmail: 'maya@okafor.example', maxTravelDistance: 25, maxTravelDistanceUnits: 'miles' },
  })
  await tell('updateUser', { params: { userSid: ingrid.text('sid') }, body: { role: 'instructor' } })
  const gone = await tell('createUser', {
    body: { firstName: 'Test', lastName: 'Student', email: 'test.student@azvalley.example' },
    name: null,
  })
  await tell('eraseUser', { params: { userSid: gone.text('sid') } })
  await refuse('readUserProfile', { params: { userSid: nobody('US') } })
}

async function tellOfferings({ tell, scene, at }: Recorder): Promise<void> {
  const fall = {
    title: 'Fall 2026',
    matchStrings: ['BIO-2026F'],
    startDate: at(-21, '07:00'),
    endDate: at(90, '07:00'),
  }
  scene['courseOfferingSid'] = (await tell('createCourseOffering', { body: fall })).text('sid')
  await tell('listCourseOfferings', { query: { title: 'fall' } })
  await tell('readCourseOffering')
  await tell('updateCourseOffering', { body: { sisId: 'TERM-2026F' } })
  const other = await tell('createCourseOffering', { body: { title: 'Summer pilot' }, name: null })
  await tell('deleteCourseOffering', { params: { courseOfferingSid: other.text('sid') } })
}

async function tellCourses({ tell, scene }: Recorder): Promise<void> {
  const { courseOfferingSid } = scene
  const biology = { title: 'Cell Biology', code: 'BIO 210', courseOfferingSid, lmsId: 'canvas-course-7731' }
  scene['courseSid'] = (await tell('createCourse', { body: biology })).text('sid')
  await tell('listCourses', { query: { code: 'BIO 210' } })
  await tell('readCourse')
  await tell('updateCourse', { body: { sisId: 'BIO-210-2026F' } })
  const other = await tell('createCourse', { body: { title: 'Sandbox' }, name: null })
  await tell('deleteCourse', { params: { courseSid: other.text('sid') } })

  scene['sectionSid'] = (
    await tell('createSection', { body: { title: '001, Tempe', lmsId: 'canvas-section-9120' } })
  ).text('sid')
  await tell('listSections')
  await tell('readSection')
  await tell('updateSection', { body: { title: '001, Tempe campus' } })
  const section = await tell('createSection', { body: { title: '002, Online' }, name: null })
  await tell('deleteSection', { params: { sectionSid: section.text('sid') } })
}

async function tellEnrollments({ tell, refuse, scene }: Recorder): Promise<void> {
  const { userSid, sectionSid, danielSid, instructorUserSid } = scene
  const enrolled = await tell('createEnrollment', { body: { userSid, sectionSids: [sectionSid] } })
  scene['enrollmentSid'] = enrolled.text('sid')
  await refuse('createEnrollment', { body: { userSid } })
  const daniel = await tell('createEnrollment', { body: { userSid: danielSid }, name: null })
  scene['danielEnrollmentSid'] = daniel.text('sid')
  await tell('createEnrollment', { body: { userSid: instructorUserSid, role: 'instructor' }, name: null })
  await tell('listEnrollments', { query: { role: 'learner' } })
  await tell('readEnrollment')
  await tell('updateEnrollment', { body: { lmsId: 'canvas-enrollment-55012' } })
  const guest = await tell('createUser', {
    body: { firstName: 'Pilar', lastName: 'Santos', email: 'pilar.santos@azvalley.example' },
    name: null,
  })
  const dropped = await tell('createEnrollment', { body: { userSid: guest.text('sid') }, name: null })
  await tell('deleteEnrollment', { params: { enrollmentSid: dropped.text('sid') } })
}
