// Rows that tests need before their requests, inserted as the operations insert them: a request takes five times the CPU.

import { batch } from '../../db/client.ts'
import { course } from '../../db/schema/catalog.ts'
import { user } from '../../db/schema/user.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { newPerson, type World } from './world.ts'

type InstallOf = Pick<World, 'stack' | 'installSid'>

/** Inserts a user as `createUser` does. */
export async function insertUser({ stack: { db }, installSid }: InstallOf): Promise<SidOf<'US'>> {
  const sid = newSid('US')
  await db.insert(user).values({ ...newPerson(), sid, installSid })
  return sid
}

/** Inserts a course as `createCourse` does. */
export async function insertCourse(
  { stack: { db }, installSid }: InstallOf,
  values: { title: string; code?: string },
): Promise<SidOf<'CU'>> {
  const sid = newSid('CU')
  await db.insert(course).values({ ...values, sid, installSid })
  return sid
}

/** Inserts a course and a user in one round trip. */
export async function insertCourseAndUser(
  { stack: { db }, installSid }: InstallOf,
  values: { title: string; code?: string },
): Promise<{ courseSid: SidOf<'CU'>; userSid: SidOf<'US'> }> {
  const [courseSid, userSid] = [newSid('CU'), newSid('US')]
  await batch(db, {
    course: db.insert(course).values({ ...values, sid: courseSid, installSid }),
    user: db.insert(user).values({ ...newPerson(), sid: userSid, installSid }),
  })
  return { courseSid, userSid }
}
