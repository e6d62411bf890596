// Computes the effective configuration of a learner in an exam. The view `effective_configuration` implements the same
// rule in SQL.

type Layer<T> = { [K in keyof T]?: T[K] | null | undefined }

/** The four layers in descending precedence. If a kind has several rows, the newest applies. */
type Layers<T> = {
  accommodation?: Layer<T> | undefined
  assignedToEnrollment?: Layer<T> | undefined
  assignedToSection?: Layer<T> | undefined
  primary: T
}

/** An empty list counts as unset, like null. */
const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Returns the effective fields: each comes from the layer with the highest precedence that sets it. */
export function effective<T extends object>({ primary, ...overrides }: Layers<T>): T {
  const layers = [overrides.accommodation, overrides.assignedToEnrollment, overrides.assignedToSection]
  const result = { ...primary }
  for (const layer of layers.toReversed())
    for (const [name, value] of Object.entries(layer ?? {}))
      if (isSet(value)) Object.assign(result, { [name]: value })
  return result
}

type Dated = { createdDate: Date; sid: string }

/** Returns the newest row; among rows created at the same instant, the one with the greatest sid. */
export const newest = <T extends Dated>(rows: readonly T[]): T | undefined =>
  rows.toSorted(
    (a, b) => Number(b.createdDate) - Number(a.createdDate) || (b.sid > a.sid ? 1 : b.sid < a.sid ? -1 : 0),
  )[0]
