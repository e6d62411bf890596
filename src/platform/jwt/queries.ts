import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { operator } from '../../../db/schema/operator.ts'
import { application } from '../../../db/schema/tenancy.ts'
import type { Prefix, SidOf } from '../../../db/sid.ts'
import { credentialIsLive } from '../../shared/authority/read.ts'
import { Sid } from '../../shared/sid.ts'
import type { JwtClaims } from './claims.ts'

/** Unsent: a row when who issued a JWT may still do so for the application. */
export function readIssuer(db: Database, { sub, aud }: JwtClaims): Statement<{ sid: SidOf<'AP'> }[]> {
  const rows = db.select({ sid: application.sid }).from(application)
  const of = eq(application.sid, aud)
  if (isSid('AK', sub))
    return rows
      .innerJoin(apiCredential, eq(apiCredential.applicationSid, application.sid))
      .where(and(of, eq(apiCredential.sid, sub), credentialIsLive))
  if (isSid('OP', sub))
    return rows
      .innerJoin(operator, eq(operator.accountSid, application.accountSid))
      .where(and(of, eq(operator.sid, sub), isNull(operator.disabledDate)))
  return rows.where(sql`false`)
}

export type IssuerRow = ReturnType<typeof readIssuer>['_']['result'][number]

const isSid = <P extends Prefix>(prefix: P, text: string): text is SidOf<P> =>
  Sid(prefix).safeParse(text).success
