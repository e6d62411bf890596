// Which operations set the fields of users and of the catalogue.

import { CourseOffering } from '../../../../src/proctoring/catalog/course-offerings/schema.ts'
import { Course } from '../../../../src/proctoring/catalog/courses/schema.ts'
import { Enrollment } from '../../../../src/proctoring/catalog/enrollments/schema.ts'
import { Section } from '../../../../src/proctoring/catalog/sections/schema.ts'
import { Suppression } from '../../../../src/proctoring/people/suppressions/schema.ts'
import { User } from '../../../../src/proctoring/people/users/schema.ts'
import { each, fieldsOf, foreignIdNames } from './fields-of.ts'

const byAll = ['createUser', 'updateUser', 'updateUserProfile'] as const
const byAdmin = ['createUser', 'updateUser'] as const
const byProfile = ['updateUserProfile'] as const

export const peopleAndCourses = {
  User: fieldsOf(User, {
    ...each(['sid', 'createdDate'], 'createUser'),
    ...each(['firstName', 'lastName', 'email', 'username', 'enabled', 'role'], ...byAdmin),
    ...each(['lmsId', 'sisId', 'externalId', 'authentication'], ...byAdmin),
    ...each(['apiId', 'helpdeskUserId'], 'updateUser'),
    ...each(['address'], 'updateUser', 'updateUserProfile'),
    ...each(['preferredEmail', 'mobilePhone', 'homePhone', 'latitude', 'longitude', 'editDate'], ...byAll),
    ...each(['currencyCode', 'timeZoneSid', 'timezone'], ...byAll),
    ...each(['svcId', 'svcIdEnrollmentSid', 'maxTravelDistance', 'maxTravelDistanceUnits'], ...byProfile),
    identity: ['updateUser', 'updateUserProfile'],
    lastEnrollmentSync: ['provisionRecords', 'importRoster'],
    course: ['createEnrollment'],
    exam: ['scheduleSession'],
  }),
  Suppression: fieldsOf(Suppression, each(['sid', 'createdDate'], 'eraseUser')),
  CourseOffering: fieldsOf(CourseOffering, {
    ...each(['sid', 'installSid', 'createdDate'], 'createCourseOffering'),
    ...each(
      ['title', 'matchStrings', 'startDate', 'endDate', 'editDate', ...foreignIdNames],
      ...(['createCourseOffering', 'updateCourseOffering'] as const),
    ),
  }),
  Course: fieldsOf(Course, {
    ...each(['sid', 'installSid', 'createdDate'], 'createCourse'),
    ...each(
      ['title', 'code', 'courseOfferingSid', 'editDate', ...foreignIdNames],
      ...(['createCourse', 'updateCourse'] as const),
    ),
  }),
  Section: fieldsOf(Section, {
    ...each(['sid', 'installSid', 'courseSid', 'createdDate'], 'createSection'),
    ...each(['title', 'editDate', ...foreignIdNames], 'createSection', 'updateSection'),
  }),
  Enrollment: fieldsOf(Enrollment, {
    ...each(['sid', 'installSid', 'courseSid', 'userSid', 'createdDate'], 'createEnrollment'),
    ...each(
      ['role', 'sectionSids', 'editDate', ...foreignIdNames],
      ...(['createEnrollment', 'updateEnrollment'] as const),
    ),
    status: ['createEnrollment', 'deleteEnrollment'],
  }),
}
