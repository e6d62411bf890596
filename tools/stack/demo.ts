import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../db/client.ts'
import { course, courseOffering, enrollment } from '../../db/schema/catalog.ts'
import { apiCredential } from '../../db/schema/credential.ts'
import { eventType } from '../../db/schema/event.ts'
import { exam, examConfiguration } from '../../db/schema/exam.ts'
import { examSession } from '../../db/schema/session.ts'
import { account, proctorAccount, proctorAccountInstall } from '../../db/schema/tenancy.ts'
import { timeZone, user } from '../../db/schema/user.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import type { CompiledQuery } from '../../db/statement.ts'
import { hashSecret } from '../../src/shared/auth/secret.ts'
import type { Insert } from '../demo-data/insert.ts'
import { insertTenant, newTenant, type Tenant, unlimited } from '../ops/tenant.ts'
import { firstDataInProcess } from './first-data.ts'
import { readState, writeState } from './state.ts'

/** The file with the sids and secrets of the demo account. */
export const demoFile = 'demo.json'

/** The demo account before it is created, and the data of its other installs, which is generated meanwhile. */
export type NewDemo = { tenant: Tenant; data: Promise<Insert[]> | undefined }

type DemoOptions = { stateDir: string; hasDemoData?: boolean }

/**
 * Prepares the demo account, and the demo data of a directory without one if the command asks for it. A system that
 * other machines can reach has no demo account.
 */
export async function prepareDemo(
  { stateDir, hasDemoData = false }: DemoOptions,
  isReachable: boolean,
): Promise<NewDemo | undefined> {
  if (isReachable) return undefined
  const tenant = newTenant('Demo University', 'Demo LMS', unlimited)
  const owner = {
    accountSid: tenant.account.sid,
    applicationSid: tenant.application.sid,
    credentialSid: tenant.credential.sid,
  }
  const isNew = hasDemoData && (await readState(stateDir, demoFile)) === undefined
  return { tenant, data: isNew ? firstDataInProcess(owner) : undefined }
}

/** Starts to create the demo account while the runtime starts. Await the result before the system is ready. */
export function createDemo(
  demo: NewDemo | undefined,
  db: Database,
  stateDir: string,
  baseUrl: string,
): Promise<void> {
  const creating = demo ? ensureDemo(db, stateDir, baseUrl, demo) : Promise.resolve()
  creating.catch(() => {}) // thrown where it is awaited, unless another part fails first
  return creating
}

/**
 * Creates the demo account of an empty state, and writes its sids and secrets to `demo.json`. Keeps an existing account.
 * The file is written before the rows: if the process is killed between the two, the next start creates both again. The
 * rows are one transaction, with the demo data only in a database that was empty.
 */
export async function ensureDemo(
  db: Database,
  stateDir: string,
  baseUrl: string,
  { tenant, data }: NewDemo = {
    tenant: newTenant('Demo University', 'Demo LMS', unlimited),
    data: undefined,
  },
): Promise<void> {
  const stored = parse((await readState(stateDir, demoFile)) ?? 'null', stateDir)
  if (stored && (await isStored(db, stored.apiCredential))) {
    if (stored.baseUrl !== baseUrl) await writeState(stateDir, demoFile, toText({ ...stored, baseUrl }))
    return
  }
  const [zone] = await db.select().from(timeZone).where(eq(timeZone.name, 'America/New_York'))
  const inserts = data && (await isEmpty(db)) ? await data : []
  const notified = { ...tenant, install: { ...tenant.install, notificationsEnabled: true } }
  const other = newTenant('Other College', 'Other LMS', unlimited)
  const proctor = { sid: newSid('PA'), accountSid: tenant.account.sid, name: 'Demo Proctoring' }
  const learner = person(tenant.install.sid, 'Lena', 'Lopez', 'learner')
  const instructor = person(tenant.install.sid, 'Ivan', 'Ito', 'instructor')
  const demo = courseOf(tenant.install.sid, learner.sid, instructor.sid, new Date())

  await writeState(
    stateDir,
    demoFile,
    toText({
      baseUrl,
      apiCredential: tenant.secret,
      installSid: tenant.install.sid,
      otherInstallSid: other.install.sid,
      otherCredential: other.secret,
      proctorSid: proctor.sid,
      applicationId: tenant.application.sid,
      courseSid: demo.course.sid,
      courseOfferingSid: demo.offering.sid,
      examSid: demo.exams.online.sid,
      writtenExamSid: demo.exams.written.sid,
      enrollmentSid: demo.enrollments.learner.sid,
      userSid: learner.sid,
      instructorSid: instructor.sid,
      sessionSid: demo.sessions.online.sid,
      eventTypeSid: demo.eventType.sid,
      timeZoneSid: zone?.sid,
    }),
  )
  await batch(db, {
    tenant: Object.values(insertTenant(db, notified)),
    other: Object.values(insertTenant(db, other)),
    proctor: db.insert(proctorAccount).values(proctor),
    link: db
      .insert(proctorAccountInstall)
      .values({ proctorSid: proctor.sid, installSid: tenant.install.sid }),
    users: db.insert(user).values([learner, instructor]),
    offering: db.insert(courseOffering).values(demo.offering),
    course: db.insert(course).values(demo.course),
    enrollments: db.insert(enrollment).values(Object.values(demo.enrollments)),
    exams: db.insert(exam).values(Object.values(demo.exams)),
    configurations: db.insert(examConfiguration).values(Object.values(demo.configurations)),
    sessions: db.insert(examSession).values(Object.values(demo.sessions)),
    eventType: db.insert(eventType).values(demo.eventType),
    data: inserts.map(toStatement),
  })
}

function parse(text: string, stateDir: string) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(
      `${stateDir}/${demoFile} is damaged. Restore it, or remove it to create another demo account.`,
    )
  }
}

const isEmpty = async (db: Database): Promise<boolean> => (await db.$count(account)) === 0

const toStatement = (insert: Insert): Statement => {
  const compiled: CompiledQuery = { getQuery: () => insert, mapResult: () => undefined }
  return compiled as unknown as Statement
}

const toText = (content: Record<string, unknown>) => `${JSON.stringify(content, null, 2)}\n`

const isStored = async (db: Database, secret: string): Promise<boolean> => {
  const rows = await db
    .select()
    .from(apiCredential)
    .where(eq(apiCredential.secretHash, hashSecret(secret)))
  return rows.length > 0
}

const person = (
  installSid: SidOf<'AI'>,
  firstName: string,
  lastName: string,
  role: 'learner' | 'instructor',
) => {
  const email = `${firstName}.${lastName}@demo.example`.toLowerCase()
  return { sid: newSid('US'), installSid, firstName, lastName, role, email, username: email }
}

const dayMs = 24 * 60 * 60 * 1000

/** The rows of a course with a learner, an instructor and two open exams, as the operations create them. */
function courseOf(installSid: SidOf<'AI'>, learnerSid: SidOf<'US'>, instructorSid: SidOf<'US'>, now: Date) {
  const offering = { sid: newSid('CO'), installSid, title: 'Demo term', matchStrings: ['BIOL'] }
  const newCourse = {
    sid: newSid('CU'),
    installSid,
    courseOfferingSid: offering.sid,
    title: 'Cell Biology',
    code: 'BIOL 210',
  }
  const courseSid = newCourse.sid
  const enrollmentOf = (userSid: SidOf<'US'>, role: 'learner' | 'instructor') => ({
    sid: newSid('EN'),
    installSid,
    courseSid,
    userSid,
    role,
  })
  const enrollments = {
    learner: enrollmentOf(learnerSid, 'learner'),
    instructor: enrollmentOf(instructorSid, 'instructor'),
  }
  const examOf = (title: string, type: 'Online' | 'Written') => ({
    sid: newSid('EX'),
    installSid,
    courseSid,
    title,
    type,
  })
  const exams = { online: examOf('Midterm', 'Online'), written: examOf('Final', 'Written') }
  const opens = new Date(now.getTime() - dayMs)
  const closes = new Date(now.getTime() + 365 * dayMs)
  const primary = (examSid: SidOf<'EX'>) => ({
    sid: newSid('EC'),
    installSid,
    examSid,
    type: 'primary' as const,
    approved: true,
    examOpenDate: opens,
    examCloseDate: closes,
    scheduleOpenDate: opens,
    scheduleCloseDate: closes,
    duration,
    attempts: 3,
  })
  const sessionOf = (examSid: SidOf<'EX'>) => ({
    sid: newSid('ES'),
    installSid,
    courseSid,
    examSid,
    duration,
    enrollmentSid: enrollments.learner.sid,
    userSid: learnerSid,
    accessKey: randomUUID().replaceAll('-', ''),
  })
  return {
    offering,
    course: newCourse,
    enrollments,
    exams,
    configurations: { online: primary(exams.online.sid), written: primary(exams.written.sid) },
    sessions: { online: sessionOf(exams.online.sid), written: sessionOf(exams.written.sid) },
    eventType: { sid: newSid('ET'), installSid, name: 'Suspicious behaviour', opensIncident: true },
  }
}

const duration = 60 // minutes
