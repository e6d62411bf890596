import type { Recorder } from '../recorder.ts'

/** What is read about all that. */
export async function tellReports({ tell, refuse, at, scene }: Recorder): Promise<void> {
  await tell('readExamList', { query: { courseTitle: 'biology', limit: '2' } })
  await refuse('readExamList', { query: { sortKeys: 'examName' } })
  await tell('readUnscheduledLearners', { query: { courseTitle: 'chem' } })
  await tell('readSessionEventsReport', {
    query: { eventWindowStart: at(0, '00:00'), eventWindowEnd: at(7, '00:00') },
  })
  await refuse('readSessionEventsReport', { query: { eventWindowStart: at(0, '00:00') } })
  await tell('readChurnReport', {
    query: { examTitle: 'Midterm', includeCancelled: 'true', includeClosed: 'true' },
  })
  await tell('readAuditReport', { query: { courseOfferingSid: scene['courseOfferingSid'] ?? '' } })
  const week = { appointmentDateAfter: at(0, '07:00'), appointmentDateBefore: at(5, '07:00') }
  await tell('readAppointmentVolume', { query: week })
  await refuse('readAppointmentVolume', { query: { ...week, timeZone: 'Phoenix' } })
}
