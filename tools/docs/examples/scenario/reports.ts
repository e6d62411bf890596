import type { Recorder } from '../recorder.ts'

/** Reads the reports, then makes the attempt void that they showed. */
export async function recordReports({ record, recordRefusal, at, variables }: Recorder): Promise<void> {
  await record('readExamList', { query: { courseTitle: 'biology', limit: '2' } })
  await recordRefusal('readExamList', { query: { sortKeys: 'examName' } })
  await record('readUnscheduledLearners', { query: { courseTitle: 'chem' } })
  await record('readSessionEventsReport', {
    query: { eventWindowStart: at(0, '00:00'), eventWindowEnd: at(7, '00:00') },
  })
  await recordRefusal('readSessionEventsReport', { query: { eventWindowStart: at(0, '00:00') } })
  await record('readChurnReport', {
    query: { examTitle: 'Midterm', includeCancelled: 'true', includeClosed: 'true' },
  })
  await record('readAuditReport', { query: { courseOfferingSid: variables['courseOfferingSid'] ?? '' } })
  const week = { appointmentDateAfter: at(0, '07:00'), appointmentDateBefore: at(5, '07:00') }
  await record('readAppointmentVolume', { query: week })
  await recordRefusal('readAppointmentVolume', { query: { ...week, timeZone: 'Phoenix' } })
  // Last, because no report has a void attempt.
  await record('voidSession', { body: { reason: 'Power failure in the room.' } })
  await recordRefusal('voidSession', { body: { reason: 'Again.' } })
}
