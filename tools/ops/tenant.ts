import type { Database } from '../../db/client.ts'
import { apiCredential } from '../../db/schema/credential.ts'
import { account, application, install } from '../../db/schema/tenancy.ts'
import { newSid } from '../../db/sid.ts'
import { hashSecret, makeSecret } from '../../src/shared/auth/secret.ts'

/** Its members in the rows of an account and of an install: no caller has a limit (docs/adr/0019-request-limits.md). */
export const unlimited = { readsPerMinute: null, writesPerMinute: null }

type Limits = { readsPerMinute?: number | null; writesPerMinute?: number | null }

/** The rows of a tenant. `bootstrappedDate` is set only by `npm run bootstrap`. */
export type Tenant = ReturnType<typeof newTenant> & { account: { bootstrappedDate?: Date } }

/**
 * The rows of an account with an application, an install, and an administrator's credential for the whole account.
 * @param limits of the requests of each caller, if they are not those of every account
 */
export function newTenant(accountName: string, installName: string, limits: Limits = {}) {
  const accountSid = newSid('AC')
  const applicationSid = newSid('AP')
  const secret = makeSecret('credential')
  return {
    secret,
    account: { sid: accountSid, name: accountName, ...limits },
    application: { sid: applicationSid, accountSid, name: accountName },
    install: { sid: newSid('AI'), accountSid, applicationSid, name: installName, ...limits },
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

/** Builds the statements of one batch that insert a tenant, in the order of the foreign keys. */
export const insertTenant = (db: Database, tenant: Tenant) => ({
  account: db.insert(account).values(tenant.account),
  application: db.insert(application).values(tenant.application),
  install: db.insert(install).values(tenant.install),
  credential: db.insert(apiCredential).values(tenant.credential),
})
