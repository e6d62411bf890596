import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { operator } from '../../../db/schema/operator.ts'
import { application } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { credentialIsLive } from '../../shared/authority/read.ts'

const isCredential = (sid: string): sid is SidOf<'AK'> => sid.startsWith('AK')
const isOperator = (sid: string): sid is SidOf<'OP'> => sid.startsWith('OP')
const isApplication = (sid: string): sid is SidOf<'AP'> => sid.startsWith('AP')

/** A row when who issued a JWT may still do so for the application. */
export function isIssuerLive(db: Database, issuer: string, applicationSid: string) {
  if (!isApplication(applicationSid)) return []
  const of = eq(application.sid, applicationSid)
  if (isCredential(issuer))
    return db
      .select({ sid: application.sid })
      .from(application)
      .innerJoin(apiCredential, eq(apiCredential.applicationSid, application.sid))
      .where(and(of, eq(apiCredential.sid, issuer), credentialIsLive))
  if (!isOperator(issuer)) return []
  return db
    .select({ sid: application.sid })
    .from(application)
    .innerJoin(operator, eq(operator.accountSid, application.accountSid))
    .where(and(of, eq(operator.sid, issuer), isNull(operator.disabledDate)))
}
