import { ApiProblem, createClient, sid } from '../src/client/index.ts'

const { INVIGIL_URL = 'http://127.0.0.1:8787', INVIGIL_CREDENTIAL, INVIGIL_INSTALL } = process.env
const invigil = createClient({
  baseUrl: INVIGIL_URL,
  token: INVIGIL_CREDENTIAL,
  installSid: sid('AI', INVIGIL_INSTALL),
})
const install = '/v1/installs/{installSid}'

// The path is the operation: what it takes and answers has a type.
const course = await invigil.post(`${install}/courses`, { body: { title: 'Cell Biology' } })
const params = { courseSid: course.sid }
const exam = await invigil.post(`${install}/courses/{courseSid}/exams`, {
  params,
  body: { title: 'Midterm', configuration: { duration: 60 } },
})
console.log(exam.title, exam.configuration?.duration)

// All of a list, page after page.
for await (const { title } of invigil.items(`${install}/courses/{courseSid}/exams`, { params }))
  console.log(title)

// A sid that comes from elsewhere is checked; a refusal says what is wrong.
try {
  const stored = sid('CU', `CU${'0'.repeat(32)}`)
  await invigil.get(`${install}/courses/{courseSid}`, { params: { courseSid: stored } })
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error
  console.log(error.status, error.code)
}

// A report as a file: a Response, to be read or handed on.
const file = await invigil.csv(`${install}/reports/churn`, { query: { examTitle: 'Midterm' } })
console.log(file.headers.get('content-type'))
