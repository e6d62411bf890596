// A whole data set as batches of rows: pure, so that the same choice always makes the same rows. What section 6 of the research
// on proctoring leaves open is assumed: a session exists for about half of the learners of an exam, those who asked for one.
// Accommodations: 8 % of the enrollments are entitled, and as many make use of it as the table has configurations. Outcomes are
// shares of the attempts. Hours are those of the learner's clock; weekdays are weighed before the deadline pulls. Written are the
// exams that are proctored on the spot and a third of those proctored live. "Null e-mail parts" are missing second addresses and
// usernames. Proctor types go by name. No password is set, because only a deployment's key could seal it.

import type { Tenant } from '../ops/tenant.ts'
import type { Batch } from './batch.ts'
import { installBatches, type Passing } from './install.ts'
import { at } from './random.ts'
import { countsOfInstalls, type SizeName, sizes } from './sizes.ts'
import { randomOf, tenancyBatches, tenancyOf } from './tenancy.ts'

export type DataSetChoice = {
  size: SizeName
  /** Another seed makes another tenant with other people. */
  seed: number
  /** The instant that the data look like "now" from. */
  reference: Date
}

/** The rows, parents before children; at most one install is held in memory. */
export function* dataSet({ size, seed, reference }: DataSetChoice, tenant: Tenant): Generator<Batch> {
  const tenancy = tenancyOf(size, seed)
  yield* tenancyBatches(tenancy, tenant)
  const counts = countsOfInstalls(sizes[size])
  const passing: Passing = { bulkLeft: sizes[size].bulkImport, known: [] }
  for (const [index, { sid, place }] of tenancy.installs.entries()) {
    const context = {
      random: randomOf(size, seed, index + 1),
      now: reference.getTime(),
      counts: at(counts, index),
      place,
      installSid: sid,
      credentialSid: tenancy.credentialSid,
    }
    yield* installBatches(context, passing)
  }
}
