import { eq } from 'drizzle-orm'
import { enrollment } from '../../db/schema/catalog.ts'
import { annotation, eventType, sessionEvent } from '../../db/schema/event.ts'
import { examConfiguration } from '../../db/schema/exam.ts'
import { examSession, learnerAndExamOf } from '../../db/schema/session.ts'
import { user } from '../../db/schema/user.ts'
import { newSid } from '../../db/sid.ts'
import { make, makeCourse } from './catalog.ts'
import { flags } from './configurations.ts'
import { tablesOf } from './tables.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

/** A person with data in every column that can hold personal data. */
export type PersonalData = {
  userSid: string
  enrollmentSid: string
  courseSid: string
  /** Every text and number that identifies the person, by its column. */
  marks: Record<string, string>
}

let persons = 0

/** A learner with an exam, an accommodation and a session, with a unique text in every text column. */
export async function makePersonalData(world: World): Promise<PersonalData> {
  persons += 1
  const marks: Record<string, string> = {}
  const mark = (place: string) => {
    const text = `mark${persons}of${place.replaceAll('.', '')}x`
    marks[place] = text
    return text
  }
  const marked = <T extends string>(place: string, names: readonly T[]) => {
    const entries = names.map(name => [name, mark(`${place}.${name}`)] as const)
    return Object.fromEntries(entries) as Record<T, string>
  }
  const number = (place: string, value: number) => {
    marks[place] = String(value)
    return value
  }

  const password = 'Correct4horse!'
  const email = (place: string) => {
    const text = `${mark(place)}@school.example`.toLowerCase()
    return text
  }
  const userSid = await world.user({
    ...marked('user', ['firstName', 'lastName', 'homePhone', 'username', 'lmsId', 'sisId', 'externalId']),
    ...{ email: email('user.email'), preferredEmail: email('user.preferredEmail'), password },
  })
  const { db } = world.stack
  const own = eq(user.sid, sidOf('US', userSid))
  const [svcSid, svcIdEnrollmentSid] = [newSid('IU'), newSid('IE')]
  const uuid = (sid: string) => sid.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  marks['user.svcSid'] = uuid(svcSid)
  marks['user.svcIdEnrollmentSid'] = uuid(svcIdEnrollmentSid)
  const [row] = await db
    .update(user)
    .set({
      ...marked('user', ['mobilePhone', 'address', 'apiId', 'helpdeskUserId']),
      ...{ latitude: number('user.latitude', 12.3456701 + persons) },
      ...{ longitude: number('user.longitude', 98.7654301 + persons) },
      ...{ svcSid, svcIdEnrollmentSid },
    })
    .where(own)
    .returning()
  marks['user.passwordHash'] = row?.passwordHash ?? 'none'

  const course = await makeCourse(world)
  const examSid = await course.exam()
  const enrollmentSid = await course.enroll({
    userSid,
    ...marked('enrollment', ['lmsId', 'sisId', 'apiId', 'externalId']),
  })
  await make(world, course.at(`/exams/${examSid}/configurations`), {
    enrollmentSid,
    ...marked('accommodation', [
      ...['studentNotes', 'proctorNotes', 'permittedOtherItems', 'requiredSoftware'],
      ...flags.map(flag => `${flag}Information`),
    ]),
    modalityOptions: { about: mark('accommodation.modalityOptions') },
    instructorAsProctor: [{ location: mark('accommodation.instructorAsProctor') }],
  })
  const attachments = [
    {
      attachmentUrl: `https://files.example/${mark('accommodation.attachmentUrl')}`,
      attachmentAwsTitle: mark('accommodation.attachmentAwsTitle'),
    },
  ]
  await db
    .update(examConfiguration)
    .set({ attachments })
    .where(eq(examConfiguration.enrollmentSid, sidOf('EN', enrollmentSid)))

  const [session] = await db
    .update(examSession)
    .set({
      notes: mark('session.notes'),
      status: 'Approval Denied',
      statusReason: mark('session.statusReason'),
    })
    .where(eq(examSession.enrollmentSid, sidOf('EN', enrollmentSid)))
    .returning()
  if (!session) throw new Error('The enrollment has no session.')
  const eventTypeSid = newSid('ET')
  await db
    .insert(eventType)
    .values({ sid: eventTypeSid, installSid: sidOf('AI', world.installSid), name: 'Noise' })
  await db.insert(sessionEvent).values({
    ...learnerAndExamOf(session),
    ...{ sid: newSid('ER'), sessionSid: session.sid, eventTypeSid, eventTime: new Date() },
    ...marked('event', [
      ...(['title', 'subject', 'details', 'potentialDamage', 'directWitness'] as const),
      ...(['correctiveActionDetails', 'contactPerson', 'contactEmail', 'contactPhone'] as const),
    ]),
  })
  await db.insert(annotation).values({
    ...{ sid: newSid('AN'), sessionSid: session.sid, type: 'note', startOffsetMs: 0, source: 'proctor' },
    text: mark('annotation.text'),
  })
  const rows = await db
    .select()
    .from(enrollment)
    .where(eq(enrollment.sid, sidOf('EN', enrollmentSid)))
  if (rows.length !== 1) throw new Error('The enrollment is not there.')
  return { userSid, enrollmentSid, courseSid: course.sid, marks }
}

/** The columns whose text is still in some table, with the tables. */
export async function remaining(world: World, { marks }: PersonalData): Promise<string[]> {
  const found = await tablesOf(world, Object.values(marks))
  return Object.entries(marks).flatMap(([place, text]) =>
    found[text] ? [`${place} in ${found[text].join(', ')}`] : [],
  )
}
