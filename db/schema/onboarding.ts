import { index, pgTable } from 'drizzle-orm/pg-core'
import { digest, instant, sid } from '../columns.ts'
import { examSession } from './session.ts'

/** A single-use link to the system check of a session. Its secret is stored as a digest. */
export const onboardingLink = pgTable(
  'onboarding_link',
  {
    secretHash: digest().primaryKey(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /**
     * The credential that requested the link, and the family of its token if it used one; or the sign-in session of the
     * operator. The link is valid only while they are active.
     */
    credentialSid: sid('AK'),
    familySid: sid('TA'),
    signInSessionSid: sid('SI'),
  },
  table => [index().on(table.expiresAt)],
)
