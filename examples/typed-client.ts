import { ApiProblem, createClient, sid } from '../src/client/index.ts'

const { INVIGIL_URL = 'http://127.0.0.1:8787', INVIGIL_CREDENTIAL, INVIGIL_INSTALL } = process.env
const invigil = createClient({
  baseUrl: INVIGIL_URL,
  token: INVIGIL_CREDENTIAL,
  installSid: sid('AI', INVIGIL_INSTALL),
})
const install = '/v1/installs/{installSid}'

// The path selects the operation. Its parameters, body and response are typed.
const course = await invigil.post(`${install}/courses`, { body: { title: 'Cell Biology' } })
const params = { courseSid: course.sid }
const exam = await invigil.post(`${install}/courses/{courseSid}/exams`, {
  params,
  body: { title: 'Midterm', configuration: { duration: 60 } },
})
console.log(exam.title, exam.configuration?.duration)

// Iterates over the whole list, page by page.
for await (const { title } of invigil.items(`${install}/courses/{courseSid}/exams`, { params }))
  console.log(title)

// `sid` checks a sid from another source. An error response throws an ApiProblem.
try {
  const stored = sid('CU', `CU${'0'.repeat(32)}`)
  await invigil.get(`${install}/courses/{courseSid}`, { params: { courseSid: stored } })
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error
  console.log(error.status, error.code)
}

// A report as a file: a Response to read or to pass on.
const file = await invigil.csv(`${install}/reports/churn`, { query: { examTitle: 'Midterm' } })
console.log(file.headers.get('content-type'))
