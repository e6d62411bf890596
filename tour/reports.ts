import type { Exam, Lms, Step } from './scene.ts'
import { install } from './scene.ts'
import { expect } from './steps.ts'

type Told = Exam & { eventSid: `ER${string}`; proctorSid: `PA${string}` }

const newest = { sortKeys: 'createdDate', sortOrder: 'DESC', limit: 100 } as const

/** Each report tells of the session that has just been. */
export async function readReports(lms: Lms, step: Step, told: Told): Promise<void> {
  const { examSid, sessionSid, eventSid, proctorSid } = told
  const reports = `${install}/reports` as const
  await step('The proctors see the exam among those of all their installs.', async () => {
    const path = '/v1/proctors/{proctorSid}/reports/examList'
    const { results } = await lms.get(path, { params: { proctorSid }, query: newest })
    expect(
      results.some(({ sid }) => sid === examSid),
      'the exam in the report',
    )
  })
  await step('The report of events has the phone.', async () => {
    const { results } = await lms.get(`${reports}/examSessionEvents`, { query: newest })
    expect(
      results.some(row => row.sid === sessionSid && row.eventSid === eventSid),
      'the event in the report',
    )
  })
  await step('The report of what became of learners says that she is done.', async () => {
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
  await step('The report of appointments counts hers.', async () => {
    const { perHour } = await lms.get(`${reports}/appointmentVolume`, { query: { examSid } })
    const appointments = perHour.reduce((sum, { volume }) => sum + volume, 0)
    expect(appointments === 1, `one appointment, not ${appointments}`)
  })
  await step('The same as a table, for a spreadsheet.', async () => {
    const table = await (await lms.csv(`${reports}/appointmentVolume`, { query: { examSid } })).text()
    expect(table.startsWith('unit,value,volume'), 'a table with a header')
  })
}
