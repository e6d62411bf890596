// Area A, in the order in which an institution is brought in: read this first.

import { createAnnotation, listAnnotations } from './annotations/routes.ts'
import { listAssignments, updateAssignments } from './assignments/routes.ts'
import { approveConfiguration, lockConfiguration, unlockConfiguration } from './configurations/flags.ts'
import {
  createConfiguration,
  deleteConfiguration,
  listConfigurations,
  readConfiguration,
  readEffectiveConfiguration,
  updateConfiguration,
} from './configurations/routes.ts'
import {
  createCourseOffering,
  deleteCourseOffering,
  listCourseOfferings,
  readCourseOffering,
  updateCourseOffering,
} from './course-offerings/routes.ts'
import { createCourse, deleteCourse, listCourses, readCourse, updateCourse } from './courses/routes.ts'
import { createCredential, listCredentials, revokeCredential } from './credentials/routes.ts'
import {
  createEnrollment,
  deleteEnrollment,
  listEnrollments,
  readEnrollment,
  updateEnrollment,
} from './enrollments/routes.ts'
import {
  createEvent,
  createEventType,
  listEvents,
  listEventTypes,
  readEvent,
  updateEvent,
} from './events/routes.ts'
import { createExam, deleteExam, listExams, readExam, updateExam } from './exams/routes.ts'
import {
  createInstall,
  listInstalls,
  readInstall,
  readSettings,
  updateInstallSettings,
} from './installs/routes.ts'
import { enterOnboarding, readOnboarding } from './onboarding/routes.ts'
import { createProctor, listProctors, readProctor, updateProctor } from './proctors/routes.ts'
import { provision, provisionBatch } from './provision/routes.ts'
import { readAppointmentVolume } from './reports/appointment-volume.ts'
import { readAudit } from './reports/audit.ts'
import { readChurn } from './reports/churn.ts'
import { readExamList } from './reports/exam-list.ts'
import { readSessionEvents } from './reports/session-events.ts'
import { readUnscheduledLearners } from './reports/unscheduled-learners.ts'
import { importOneRoster } from './roster/routes.ts'
import { createSection, deleteSection, listSections, readSection, updateSection } from './sections/routes.ts'
import {
  approveSession,
  cancelSession,
  denySession,
  endSession,
  reviewSession,
  startSession,
} from './sessions/actions.ts'
import { listEnrollmentExamSessions, listExamSessions, readSession } from './sessions/routes.ts'
import { createSession, readAvailability, rescheduleSession, scheduleSession } from './sessions/scheduling.ts'
import { listTimeZones } from './time-zones/routes.ts'
import { eraseUser, updateUser } from './users/admin.ts'
import { createUser, listUsers, readUserProfile, updateUserProfile } from './users/routes.ts'

export const routes = [
  createInstall,
  listInstalls,
  readInstall,
  readSettings,
  updateInstallSettings,
  createCredential,
  listCredentials,
  revokeCredential,
  createProctor,
  listProctors,
  readProctor,
  updateProctor,
  listTimeZones,
  createUser,
  listUsers,
  readUserProfile,
  updateUserProfile,
  updateUser,
  eraseUser,
  createCourseOffering,
  listCourseOfferings,
  readCourseOffering,
  updateCourseOffering,
  deleteCourseOffering,
  createCourse,
  listCourses,
  readCourse,
  updateCourse,
  deleteCourse,
  createSection,
  listSections,
  readSection,
  updateSection,
  deleteSection,
  createEnrollment,
  listEnrollments,
  readEnrollment,
  updateEnrollment,
  deleteEnrollment,
  createExam,
  listExams,
  readExam,
  updateExam,
  deleteExam,
  listAssignments,
  updateAssignments,
  provision,
  provisionBatch,
  importOneRoster,
  createConfiguration,
  listConfigurations,
  readConfiguration,
  updateConfiguration,
  deleteConfiguration,
  approveConfiguration,
  lockConfiguration,
  unlockConfiguration,
  readEffectiveConfiguration,
  createSession,
  readSession,
  listEnrollmentExamSessions,
  listExamSessions,
  readAvailability,
  scheduleSession,
  rescheduleSession,
  cancelSession,
  approveSession,
  denySession,
  startSession,
  endSession,
  reviewSession,
  readOnboarding,
  enterOnboarding,
  createEventType,
  listEventTypes,
  createEvent,
  listEvents,
  readEvent,
  updateEvent,
  createAnnotation,
  listAnnotations,
  readExamList,
  readUnscheduledLearners,
  readSessionEvents,
  readChurn,
  readAudit,
  readAppointmentVolume,
]
