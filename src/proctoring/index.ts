// The route table of the proctoring Worker (area A). Its order is that of the setup of an institution.

import {
  createCourseOffering,
  deleteCourseOffering,
  listCourseOfferings,
  readCourseOffering,
  updateCourseOffering,
} from './catalog/course-offerings/routes.ts'
import {
  createCourse,
  deleteCourse,
  listCourses,
  readCourse,
  restoreCourse,
  updateCourse,
} from './catalog/courses/routes.ts'
import {
  createEnrollment,
  deleteEnrollment,
  listEnrollments,
  readEnrollment,
  updateEnrollment,
} from './catalog/enrollments/routes.ts'
import {
  createSection,
  deleteSection,
  listSections,
  readSection,
  updateSection,
} from './catalog/sections/routes.ts'
import { listTimeZones } from './catalog/time-zones/routes.ts'
import { listDuplicateIds } from './duplicate-ids/routes.ts'
import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from './events/annotations/routes.ts'
import {
  createEvent,
  createEventType,
  deleteEventType,
  listEvents,
  listEventTypes,
  readEvent,
  updateEvent,
  updateEventType,
} from './events/routes.ts'
import { applyAccommodations } from './exams/accommodations/routes.ts'
import { readAssignmentsImpact } from './exams/assignments/impact.ts'
import { listAssignments, updateAssignments } from './exams/assignments/routes.ts'
import {
  approveConfiguration,
  lockConfiguration,
  unlockConfiguration,
} from './exams/configurations/approval.ts'
import { readConfigurationHistory } from './exams/configurations/history.ts'
import { readConfigurationImpact } from './exams/configurations/impact.ts'
import { readEffectiveConfiguration } from './exams/configurations/read-effective.ts'
import {
  createConfiguration,
  deleteConfiguration,
  listConfigurations,
  readConfiguration,
  updateConfiguration,
} from './exams/configurations/routes.ts'
import { createExam, deleteExam, listExams, readExam, restoreExam, updateExam } from './exams/exam/routes.ts'
import { completeFile, createFile, deleteFile, listFiles, readFile } from './files/routes.ts'
import { installRoutes } from './install-routes.ts'
import { deleteSuppression, findSuppression, listSuppressions } from './people/suppressions/routes.ts'
import { eraseUser, mergeUsers, updateUser } from './people/users/admin.ts'
import { createUser, listUsers, readUserProfile, updateUserProfile } from './people/users/routes.ts'
import { provision, provisionBatch } from './provisioning/routes.ts'
import { readAppointmentVolume } from './reports/appointment-volume.ts'
import { readAudit } from './reports/audit.ts'
import { readChurn } from './reports/churn.ts'
import { readExamList } from './reports/exam-list.ts'
import { readSessionEvents } from './reports/session-events.ts'
import { readUnscheduledLearners } from './reports/unscheduled-learners.ts'
import { importOneRoster } from './roster/routes.ts'
import {
  recordSystemCheck,
  updateExternalAppointment,
  updatePartnerExam,
  updateRecording,
} from './sessions/details/routes.ts'
import { reviewSession } from './sessions/lifecycle/review.ts'
import {
  approveSession,
  cancelSession,
  denySession,
  endSession,
  startSession,
  voidSession,
} from './sessions/lifecycle/routes.ts'
import { readOnboarding, redeemOnboardingLink } from './sessions/onboarding/routes.ts'
import { readSessionHistory } from './sessions/read/history.ts'
import { listInstallSessions } from './sessions/read/queue.ts'
import { listEnrollmentExamSessions, listExamSessions, readSession } from './sessions/read/routes.ts'
import {
  createSession,
  readAvailability,
  rescheduleSession,
  scheduleSession,
} from './sessions/scheduling/routes.ts'

export const routes = [
  ...installRoutes,
  listTimeZones,
  createUser,
  listUsers,
  readUserProfile,
  updateUserProfile,
  updateUser,
  mergeUsers,
  eraseUser,
  listSuppressions,
  findSuppression,
  deleteSuppression,
  listDuplicateIds,
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
  restoreCourse,
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
  restoreExam,
  listAssignments,
  updateAssignments,
  readAssignmentsImpact,
  provision,
  provisionBatch,
  importOneRoster,
  createConfiguration,
  listConfigurations,
  readConfiguration,
  updateConfiguration,
  readConfigurationHistory,
  readConfigurationImpact,
  deleteConfiguration,
  approveConfiguration,
  lockConfiguration,
  unlockConfiguration,
  readEffectiveConfiguration,
  applyAccommodations,
  createSession,
  readSession,
  readSessionHistory,
  listEnrollmentExamSessions,
  listExamSessions,
  listInstallSessions,
  readAvailability,
  scheduleSession,
  rescheduleSession,
  cancelSession,
  approveSession,
  denySession,
  startSession,
  endSession,
  reviewSession,
  voidSession,
  readOnboarding,
  redeemOnboardingLink,
  recordSystemCheck,
  updateRecording,
  updatePartnerExam,
  updateExternalAppointment,
  createFile,
  listFiles,
  readFile,
  completeFile,
  deleteFile,
  createEventType,
  listEventTypes,
  updateEventType,
  deleteEventType,
  createEvent,
  listEvents,
  readEvent,
  updateEvent,
  createAnnotation,
  listAnnotations,
  updateAnnotation,
  deleteAnnotation,
  readExamList,
  readUnscheduledLearners,
  readSessionEvents,
  readChurn,
  readAudit,
  readAppointmentVolume,
]
