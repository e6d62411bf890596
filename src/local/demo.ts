import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { apiCredential } from '../../db/schema/credential.ts'
import { proctorAccount, proctorAccountInstall } from '../../db/schema/tenancy.ts'
import { timeZone, user } from '../../db/schema/user.ts'
import { newSid } from '../../db/sid.ts'
import { hashSecret } from '../shared/authority/secret.ts'
import { readState, writeState } from './state.ts'
import { insertTenant, newTenant } from './tenant.ts'

const file = 'demo.json'

/**
 * Makes the demo account of an empty state and writes what scripts need to `demo.json`; a demo that is there is kept.
 * The file comes first, the rows second: a start that is killed between the two finds no rows and begins again.
 */
export async function ensureDemo(db: Database, stateDir: string, baseUrl: string): Promise<void> {
  const known = JSON.parse((await readState(stateDir, file)) ?? 'null')
  if (known && (await holds(db, known.apiCredential))) {
    if (known.baseUrl !== baseUrl) await writeState(stateDir, file, toText({ ...known, baseUrl }))
    return
  }
  const [zone] = await db.select().from(timeZone).where(eq(timeZone.name, 'America/New_York'))
  const ours = newTenant('Demo University', 'Demo LMS')
  const other = newTenant('Other College', 'Other LMS')
  const proctor = { sid: newSid('PA'), accountSid: ours.account.sid, name: 'Demo Proctoring' }
  const learner = person(ours.install.sid, 'Lena', 'Lopez', 'learner')
  const instructor = person(ours.install.sid, 'Ivan', 'Ito', 'instructor')

  await writeState(
    stateDir,
    file,
    toText({
      baseUrl,
      apiCredential: ours.secret,
      installSid: ours.install.sid,
      otherInstallSid: other.install.sid,
      otherCredential: other.secret,
      proctorSid: proctor.sid,
      applicationId: ours.application.sid,
      userSid: learner.sid,
      instructorSid: instructor.sid,
      timeZoneSid: zone?.sid,
    }),
  )
  await db.batch([
    ...insertTenant(db, ours),
    ...insertTenant(db, other),
    db.insert(proctorAccount).values(proctor),
    db.insert(proctorAccountInstall).values({ proctorSid: proctor.sid, installSid: ours.install.sid }),
    db.insert(user).values([learner, instructor]),
  ])
}

const toText = (demo: Record<string, unknown>) => `${JSON.stringify(demo, null, 2)}\n`

const holds = async (db: Database, secret: string): Promise<boolean> => {
  const rows = await db
    .select()
    .from(apiCredential)
    .where(eq(apiCredential.secretHash, hashSecret(secret)))
  return rows.length > 0
}

const person = (
  installSid: typeof user.$inferInsert.installSid,
  firstName: string,
  lastName: string,
  role: 'learner' | 'instructor',
) => {
  const email = `${firstName}.${lastName}@demo.example`.toLowerCase()
  return { sid: newSid('US'), installSid, firstName, lastName, role, email, username: email }
}
