import type { Database } from '../../db/client.ts'
import { apiCredential } from '../../db/schema/credential.ts'
import { account, application, install } from '../../db/schema/tenancy.ts'
import { newSid } from '../../db/sid.ts'
import { hashSecret, makeSecret } from '../../src/shared/auth/secret.ts'

export type Tenant = ReturnType<typeof newTenant>

/** An account with an application, an install, and an administrator's credential that reaches all of it. */
export function newTenant(accountName: string, installName: string) {
  const accountSid = newSid('AC')
  const applicationSid = newSid('AP')
  const secret = makeSecret('credential')
  return {
    secret,
    account: { sid: accountSid, name: accountName },
    application: { sid: applicationSid, accountSid, name: accountName },
    install: { sid: newSid('AI'), accountSid, applicationSid, name: installName },
    credential: {
      sid: newSid('AK'),
      accountSid,
      applicationSid,
      name: 'Administrator',
      role: 'admin' as const,
      policy: {
        version: '1' as const,
        statements: [{ effect: 'Allow' as const, actions: ['sp:*'], resources: ['*'] }],
      },
      secretHash: hashSecret(secret),
    },
  }
}

/** Unsent: the rows of a tenant, each after those that it points to. */
export const insertTenant = (db: Database, tenant: Tenant) =>
  [
    db.insert(account).values(tenant.account),
    db.insert(application).values(tenant.application),
    db.insert(install).values(tenant.install),
    db.insert(apiCredential).values(tenant.credential),
  ] as const
