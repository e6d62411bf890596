import { expect } from './steps.ts'
import { type Exam, install, type Lms, type Step } from './types.ts'

type TourRecords = Exam & { eventSid: `ER${string}`; proctorSid: `PA${string}` }

const newest = { sortKeys: 'createdDate', sortOrder: 'DESC', limit: 100 } as const

/** Checks that each report contains the session of this tour. */
export async function readReports(lms: Lms, step: Step, records: TourRecords): Promise<void> {
  const { examSid, sessionSid, eventSid, proctorSid } = records
  const reports = `${install}/reports` as const
  await step('The proctors see the exam in the list of all their installs.', async () => {
    const path = '/v1/proctors/{proctorSid}/reports/examList'
    const { results } = await lms.get(path, { params: { proctorSid }, query: newest })
    expect(
      results.some(({ sid }) => sid === examSid),
      'the exam in the report',
    )
  })
  await step('The report of session events contains the phone.', async () => {
    const { results } = await lms.get(`${reports}/examSessionEvents`, { query: newest })
    expect(
      results.some(row => row.sid === sessionSid && row.eventSid === eventSid),
      'the event in the report',
    )
  })
  await step('The churn report shows that she has finished.', async () => {
    const { results } = await lms.get(`${reports}/churn`, { query: newest })
    const row = results.find(({ currentSessionSid }) => currentSessionSid === sessionSid)
    expect(row?.closed === true && !row.cancelled, 'her session in the report, closed')
  })
  await step('The audit of written exams lists this one.', async () => {
    const { results } = await lms.get(`${reports}/audit`, { query: newest })
    expect(
      results.some(row => row.examSid === examSid),
      'the exam in the report',
    )
  })
  await step('The report of appointments counts her appointment.', async () => {
    const { perHour } = await lms.get(`${reports}/appointmentVolume`, { query: { examSid } })
    const appointments = perHour.reduce((sum, { volume }) => sum + volume, 0)
    expect(appointments === 1, `one appointment, not ${appointments}`)
  })
  await step('The same report as CSV.', async () => {
    const table = await (await lms.csv(`${reports}/appointmentVolume`, { query: { examSid } })).text()
    expect(table.startsWith('unit,value,volume'), 'a table with a header')
  })
}
