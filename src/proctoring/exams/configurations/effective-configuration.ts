// What holds for a learner in an exam, field by field. The view `effective_configuration` says the same in SQL.

type Layer<T> = { [K in keyof T]?: T[K] | null | undefined }

/** The four who may have a say, the strongest first. Of several of one kind the newest has it. */
type Layers<T> = {
  accommodation?: Layer<T> | undefined
  assignedToEnrollment?: Layer<T> | undefined
  assignedToSection?: Layer<T> | undefined
  primary: T
}

/** An empty list says nothing, like null. */
const says = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Each field as the strongest layer says that says anything. */
export function effective<T extends object>({ primary, ...stronger }: Layers<T>): T {
  const layers = [stronger.accommodation, stronger.assignedToEnrollment, stronger.assignedToSection]
  const inForce = { ...primary }
  for (const layer of layers.toReversed())
    for (const [name, value] of Object.entries(layer ?? {}))
      if (says(value)) Object.assign(inForce, { [name]: value })
  return inForce
}

type Dated = { createdDate: Date; sid: string }

/** The newest; of those made at the same instant the one with the greatest sid. */
export const newest = <T extends Dated>(rows: readonly T[]): T | undefined =>
  rows.toSorted(
    (a, b) => Number(b.createdDate) - Number(a.createdDate) || (b.sid > a.sid ? 1 : b.sid < a.sid ? -1 : 0),
  )[0]
