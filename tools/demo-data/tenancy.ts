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

type Tenancy = {
  accountSid: SidOf<'AC'>
  applicationSid: SidOf<'AP'>
  credentialSid: SidOf<'AK'>
  installs: { sid: SidOf<'AI'>; place: Place }[]
  proctors: SidOf<'PA'>[]
}

/** A different seed for each size and part of the data set, so that no two have the same random numbers. */
export const randomOf = (size: SizeName, seed: number, part: number): Random =>
  seededRandom(seed, sizeNames.indexOf(size), part)

/** The sids of the tenant of a size and a seed. */
export function tenancyOf(size: SizeName, seed: number): Tenancy {
  const random = randomOf(size, seed, 0)
  return {
    accountSid: random.sid('AC', founded),
    applicationSid: random.sid('AP', founded),
    credentialSid: random.sid('AK', founded),
    installs: sizes[size].shares.map((_, index) => ({
      sid: random.sid('AI', founded),
      place: at(places, index),
    })),
    proctors: [random.sid('PA', founded), random.sid('PA', founded)],
  }
}

/** The rows of the tenant. The secret of the credential differs each time, because it must not be predictable. */
export function* tenancyBatches(
  tenancy: Tenancy,
  { account, application, credential }: Tenant,
): Generator<Batch> {
  const { accountSid, applicationSid, credentialSid, installs, proctors } = tenancy
  const createdDate = new Date(founded)
  const dates = { createdDate, editDate: createdDate }
  yield { table: 'account', rows: [{ ...account, sid: accountSid, createdDate }] }
  yield { table: 'application', rows: [{ ...application, sid: applicationSid, accountSid, createdDate }] }
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
    table: 'apiCredential',
    rows: [{ ...credential, sid: credentialSid, accountSid, applicationSid, createdDate }],
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
