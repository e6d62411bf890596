// Which operations set the fields of exams, their configurations and their assignments.

import { Assignment } from '../../../../src/proctoring/exams/assignments/schema.ts'
import { Configuration } from '../../../../src/proctoring/exams/configurations/schema.ts'
import { Exam } from '../../../../src/proctoring/exams/exam/schema.ts'
import { each, fieldsOf, foreignIdNames } from './fields-of.ts'

const byBoth = ['createExam', 'updateExam'] as const
const byCreate = ['createExamConfiguration'] as const
const byReplace = ['createExamConfiguration', 'updateExamConfiguration'] as const
const byBatch = [...byReplace, 'applyAccommodations'] as const

export const exams = {
  Exam: fieldsOf(Exam, {
    ...each(['sid', 'installSid', 'courseSid', 'createdDate'], 'createExam'),
    ...each(['title', 'type', 'limitedScope', 'requireApproval', 'status', 'editDate'], ...byBoth),
    ...each(['cancellationPolicySid', 'proctorGroupSid', 'reviewProcessSid'], ...byBoth),
    ...each(['reviewCompleteNotificationUrl', ...foreignIdNames], ...byBoth),
    ...each(['examConfigurationSid'], 'createExam'),
    ...each(['configuration'], 'createExam', 'updateExamConfiguration'),
  }),
  Assignment: fieldsOf(
    Assignment,
    each(
      [
        ...(['sid', 'examSid', 'examOpenDate', 'examCloseDate', 'schedulingOpenDate'] as const),
        ...(['schedulingCloseDate', 'targets', 'createdDate', 'editDate'] as const),
      ],
      'updateExamAssignments',
    ),
  ),
  ExamConfiguration: fieldsOf(Configuration, {
    ...each(['sid', 'type', 'examSid', 'exam', 'course', 'createdDate'], 'createExam', ...byCreate),
    ...each(['enrollmentSid', 'enrollment'], ...byBatch),
    ...each(['referenceExamConfigurationSid'], ...byReplace),
    ...each(['apiExamId'], 'createExam', 'updateExam'),
    ...each(['examSyncStatus', 'synchronization'], 'provisionRecords'),
    ...each(['examOpenDate', 'examCloseDate', 'scheduleOpenDate', 'scheduleCloseDate'], ...byBatch),
    ...each(['duration', 'attempts', 'attemptsRemaining', 'editDate'], ...byBatch),
    ...each(['password', 'url', 'requiredSoftware', 'virtualCalculatorType'], ...byReplace),
    ...each(['studentNotes', 'proctorNotes', 'proctorTypes', 'modalityOptions'], ...byReplace),
    ...each(['instructorAsProctor', 'permittedOtherItems'], ...byReplace),
    ...each(['permittedBathroomBreak', 'permittedBathroomBreakInformation'], ...byReplace),
    ...each(['permittedBlankPaper', 'permittedBlankPaperInformation'], ...byReplace),
    ...each(['permittedCalculator', 'permittedCalculatorInformation'], ...byReplace),
    ...each(['permittedDictionary', 'permittedDictionaryInformation'], ...byReplace),
    ...each(['permittedEarplugs', 'permittedEarplugsInformation'], ...byReplace),
    ...each(['permittedFormulaSheet', 'permittedFormulaSheetInformation'], ...byReplace),
    ...each(['permittedNotes', 'permittedNotesInformation'], ...byReplace),
    ...each(['permittedTextbook', 'permittedTextbookInformation'], ...byReplace),
    ...each(['permittedWebsites', 'permittedWebsitesInformation'], ...byReplace),
    ...each(['attachments'], 'updateExamConfiguration', 'completeFile'),
    ...each(['examFiles'], 'completeFile'),
    ...each(['locked'], 'lockExamConfiguration', 'unlockExamConfiguration'),
    ...each(['approved', 'approvedBy'], 'approveExamConfiguration'),
    ...each(['updatedAutomatedSessions'], 'updateExamConfiguration'),
    ...each(['instructor'], 'createEnrollment'),
  }),
}
