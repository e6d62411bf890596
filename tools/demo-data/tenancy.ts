// The account with its installs. Size and seed identify a data set, so these dates and sids do not depend on the
// reference date.

import type { SidOf } from '../../db/sid.ts'
import { type Tenant, unlimited } from '../ops/tenant.ts'
import type { Batch } from './batch.ts'
import type { Place } from './context.ts'
import { at, type Random, seededRandom } from './random.ts'
import { type SizeName, sizeNames, sizes } from './sizes.ts'

const places: Place[] = [
  {
    name: 'Northfield University',
    domain: 'northfield.example',
    zone: 'America/New_York',
    currency: 'USD',
    latitude: 40.71,
    longitude: -74,
  },
  {
    name: 'Harbor College',
    domain: 'harbor.example',
    zone: 'America/Los_Angeles',
    currency: 'USD',
    latitude: 34.05,
    longitude: -118.24,
  },
  {
    name: 'Lakeshore State',
    domain: 'lakeshore.example',
    zone: 'America/Chicago',
    currency: 'USD',
    latitude: 41.88,
    longitude: -87.63,
  },
  {
    name: 'Mesa Institute',
    domain: 'mesa.example',
    zone: 'America/Denver',
    currency: 'USD',
    latitude: 39.74,
    longitude: -104.99,
  },
  {
    name: 'Whitby University',
    domain: 'whitby.example',
    zone: 'Europe/London',
    currency: 'GBP',
    latitude: 51.51,
    longitude: -0.13,
  },
  {
    name: 'Banksia University',
    domain: 'banksia.example',
    zone: 'Australia/Sydney',
    currency: 'AUD',
    latitude: -33.87,
    longitude: 151.21,
  },
]

const founded = Date.UTC(2019, 7, 1)

/** The account, application and credential to which the installs belong. */
export type Owner = Pick<Tenancy, 'accountSid' | 'applicationSid' | 'credentialSid'>

type Tenancy = {
  /** When it was created; undefined for the time of the transaction. */
  createdDate: Date | undefined
  accountSid: SidOf<'AC'>
  applicationSid: SidOf<'AP'>
  credentialSid: SidOf<'AK'>
  installs: { sid: SidOf<'AI'>; place: Place }[]
  proctors: SidOf<'PA'>[]
}

/** A different seed for each size and part of the data set, so that no two have the same random numbers. */
export const randomOf = (size: SizeName, seed: number, part: number): Random =>
  seededRandom(seed, sizeNames.indexOf(size), part)

/** The sids of the tenant of a size and a seed. @param since when it was created, in milliseconds since 1970 */
export function tenancyOf(size: SizeName, seed: number, since = founded): Tenancy {
  const random = randomOf(size, seed, 0)
  return {
    createdDate: new Date(since),
    accountSid: random.sid('AC', since),
    applicationSid: random.sid('AP', since),
    credentialSid: random.sid('AK', since),
    installs: sizes[size].shares.map((_, index) => ({
      sid: random.sid('AI', since),
      place: at(places, index),
    })),
    proctors: [random.sid('PA', since), random.sid('PA', since)],
  }
}

/** The rows of the account. The secret of the credential differs each time, because it must not be predictable. */
export function* accountBatches(
  { createdDate, accountSid, applicationSid, credentialSid }: Tenancy,
  { account, application, credential }: Tenant,
): Generator<Batch> {
  const dates = createdDate && { createdDate }
  yield { table: 'account', rows: [{ ...account, sid: accountSid, ...dates }] }
  yield { table: 'application', rows: [{ ...application, sid: applicationSid, accountSid, ...dates }] }
  yield {
    table: 'apiCredential',
    rows: [{ ...credential, sid: credentialSid, accountSid, applicationSid, ...dates }],
  }
}

/** The installs and the proctor accounts of the account. */
export function* installTables({
  createdDate,
  accountSid,
  applicationSid,
  installs,
  proctors,
}: Tenancy): Generator<Batch> {
  const dates = createdDate && { createdDate, editDate: createdDate }
  yield {
    table: 'install',
    rows: installs.map(({ sid, place }, index) => ({
      sid,
      accountSid,
      applicationSid,
      name: place.name,
      defaultTimezone: place.zone,
      requireManagerExamApproval: index % 2 === 1,
      allowedEmbedOrigins: [`https://lms.${place.domain}`],
      ...unlimited,
      ...dates,
    })),
  }
  yield {
    table: 'proctorAccount',
    rows: proctors.map((sid, index) => ({ sid, accountSid, name: `Demo Proctoring ${index + 1}`, ...dates })),
  }
  // The first proctor account works for all installs, the second one only for the first install.
  yield {
    table: 'proctorAccountInstall',
    rows: proctors.flatMap((proctorSid, index) =>
      installs
        .slice(0, index === 0 ? installs.length : 1)
        .map(({ sid }) => ({ proctorSid, installSid: sid })),
    ),
  }
}
