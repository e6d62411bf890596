// Generates a data set as batches of rows. It is a pure function: the same choice always has the same rows. Assumptions:
// - About half of the learners of an exam have a session: those who requested one.
// - 8 % of the enrollments are entitled to an accommodation. The size determines how many accommodations exist.
// - The shares of outcomes are shares of the attempts. Hours are those of the learner's time zone.
// - The shares of weekdays do not include the effect of deadlines, which fall on all weekdays.
// - Exams that are proctored on site, and a third of those that are proctored live, are written exams.
// - Some users have no second email address or no username.
// - No exam has a password, because only the key of a deployment can encrypt it.

import type { Tenant } from '../ops/tenant.ts'
import type { Batch } from './batch.ts'
import { type InstallState, installBatches } from './install.ts'
import { at } from './random.ts'
import { countsOfInstalls, type SizeName, sizes } from './sizes.ts'
import { accountBatches, installTables, type Owner, randomOf, tenancyOf } from './tenancy.ts'

export type DataSetChoice = {
  size: SizeName
  /** Another seed results in another tenant with other people. */
  seed: number
  /** The instant that is the present of the data. */
  reference: Date
}

/** The rows, parents before children. At most one install is in memory. */
export function* dataSet(choice: DataSetChoice, tenant: Tenant): Generator<Batch> {
  const tenancy = tenancyOf(choice.size, choice.seed)
  yield* accountBatches(tenancy, tenant)
  yield* installTables(tenancy)
  yield* contentsOf(choice, tenancy)
}

/** The rows of new installs of an account. They are created with the transaction, and are not the first of the account. */
export function* installsOf(choice: DataSetChoice, owner: Owner): Generator<Batch> {
  const { size, seed, reference } = choice
  const tenancy = { ...tenancyOf(size, seed, reference.getTime()), ...owner, createdDate: undefined }
  yield* installTables(tenancy)
  yield* contentsOf(choice, tenancy)
}

function* contentsOf(
  { size, seed, reference }: DataSetChoice,
  { installs, credentialSid }: ReturnType<typeof tenancyOf>,
): Generator<Batch> {
  const counts = countsOfInstalls(sizes[size])
  const state: InstallState = { bulkLeft: sizes[size].bulkImport, shared: [] }
  for (const [index, { sid, place }] of installs.entries()) {
    const context = {
      random: randomOf(size, seed, index + 1),
      now: reference.getTime(),
      counts: at(counts, index),
      place,
      installSid: sid,
      credentialSid,
    }
    yield* installBatches(context, state)
  }
}
