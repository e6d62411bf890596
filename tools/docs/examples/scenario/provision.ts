import { strToU8, zipSync } from 'fflate'
import type { Recorder } from '../recorder.ts'
import { unknownSid } from './installs.ts'

/** Provisions the records of one launch in one request, those of several launches, and a roster. */
export async function recordProvision({ record, recordRefusal }: Recorder): Promise<void> {
  const course = { ids: { lms: 'canvas-course-7802' }, title: 'Organic Chemistry', code: 'CHM 233' }
  const learner = (id: string, firstName: string, lastName: string) => ({
    ids: { lms: id },
    firstName,
    lastName,
    email: `${firstName}.${lastName}@azvalley.example`.toLowerCase(),
  })
  const body = {
    course,
    user: learner('canvas-user-20502', 'Amara', 'Diallo'),
    enrollment: {},
    exam: { ids: { lms: 'canvas-quiz-4502' }, title: 'Quiz 3', configuration: { duration: 30 } },
  }
  const provisioned = await record('provisionRecords', { body })
  await record('provisionRecords', {
    body,
    name: 'again',
    summary: 'The same request again: everything is found',
  })
  await recordRefusal('provisionRecords', {
    body: { ...body, course: { ids: {}, title: 'Organic Chemistry' } },
  })

  const moved = { ...course, ids: { sid: Object(provisioned.json).course.sid, lms: 'canvas-course-9001' } }
  await recordRefusal('provisionRecords', { body: { ...body, course: moved } })

  const items = [
    { course, user: learner('canvas-user-20502', 'Amara', 'Diallo'), enrollment: {} },
    { course, user: learner('canvas-user-20511', 'Tomas', 'Novak'), enrollment: {} },
    { course: { ids: { sid: unknownSid('CU') }, title: 'A course that is gone' } },
  ]
  await record('provisionBatch', { body: { items } })
  await recordRefusal('provisionBatch', { body: { items: [] } })

  const files = Object.fromEntries(Object.entries(roster).map(([name, text]) => [name, strToU8(text)]))
  const bundle = new Blob([zipSync(files)])
  const upload = { headers: { 'content-type': 'application/zip' }, body: bundle, shownBody }
  await record('importRoster', {
    ...upload,
    query: { dryRun: 'true' },
    name: 'dryRun',
    summary: 'A dry run',
  })
  await record('importRoster', upload)
  await recordRefusal('importRoster', {
    ...upload,
    body: new Blob(['This is no ZIP file.']),
    shownBody: 'This is no ZIP file.',
  })
}

const shownBody =
  'A ZIP file that contains manifest.csv, orgs.csv, academicSessions.csv, courses.csv, classes.csv, users.csv and enrollments.csv.'

const listed =
  'academicSessions,categories,classes,classResources,courses,courseResources,demographics,enrollments,lineItems,orgs,resources,results,users'
const bulk = ['academicSessions', 'classes', 'courses', 'enrollments', 'orgs', 'users']

const lines = (...rows: string[]) => `${rows.join('\n')}\n`

/** OneRoster 1.1 (https://www.imsglobal.org/oneroster-v11-final-csv-tables). */
const roster = {
  'manifest.csv': lines(
    'propertyName,value',
    'manifest.version,1.0',
    'oneroster.version,1.1',
    ...listed.split(',').map(name => `file.${name},${bulk.includes(name) ? 'bulk' : 'absent'}`),
  ),
  'orgs.csv': lines(
    'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
    'org-1,,,Arizona Valley University,school,,',
  ),
  'academicSessions.csv': lines(
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
    'term-2026f,,,Fall 2026,term,2026-08-20,2026-12-12,,2027',
  ),
  'courses.csv': lines(
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
    'phy-101,,,,General Physics,PHY 101,,org-1,,',
  ),
  'classes.csv': lines(
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
    'phy-101-001,,,General Physics 001,,phy-101,PHY 101-001,scheduled,,org-1,term-2026f,,,',
  ),
  'users.csv': lines(
    'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
    'AZV-20601,,,true,org-1,student,lchen,,Li,Chen,,,li.chen@azvalley.example,,,,,',
    'AZV-20602,,,true,org-1,student,sfahey,,Saoirse,Fahey,,,saoirse.fahey@azvalley.example,,,,,',
    'AZV-310,,,true,org-1,teacher,rbose,,Ravi,Bose,,,ravi.bose@azvalley.example,,,,,',
  ),
  'enrollments.csv': lines(
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
    'e-1,,,phy-101-001,org-1,AZV-20601,student,,,',
    'e-2,,,phy-101-001,org-1,AZV-20602,student,,,',
    'e-3,,,phy-101-001,org-1,AZV-310,teacher,true,,',
  ),
}
