// The sizes of data sets, and their distribution over installs.

import { at } from './random.ts'

export const sizeNames = ['S', 'M', 'L'] as const
export type SizeName = (typeof sizeNames)[number]

const countedNames = [
  'students',
  'instructors',
  'courses',
  'sections',
  'enrollments',
  'exams',
  'configurations',
  'sessions',
  'events',
  'annotations',
] as const

/** The numbers of rows. `enrollments` counts those of learners, not those of instructors. */
export type Counts = Record<(typeof countedNames)[number], number>

export type Size = Counts & {
  /** The number of users that the bulk import created at the same instant. */
  bulkImport: number
  /** The share of each install. */
  shares: number[]
}

export const sizes: Record<SizeName, Size> = {
  S: {
    students: 200,
    instructors: 12,
    courses: 12,
    sections: 20,
    enrollments: 800,
    exams: 30,
    configurations: 45,
    sessions: 1_000,
    events: 40,
    annotations: 600,
    bulkImport: 200,
    shares: [0.5, 0.5], // with fewer courses a student could not have six
  },
  M: {
    students: 20_000,
    instructors: 900,
    courses: 900,
    sections: 1_800,
    enrollments: 90_000,
    exams: 2_400,
    configurations: 5_500,
    sessions: 150_000,
    events: 4_000,
    annotations: 90_000,
    bulkImport: 5_000,
    shares: [0.95, 0.05],
  },
  L: {
    students: 120_000,
    instructors: 5_000,
    courses: 5_400,
    sections: 11_000,
    enrollments: 540_000,
    exams: 15_000,
    configurations: 34_000,
    sessions: 1_000_000,
    events: 27_000,
    annotations: 600_000,
    bulkImport: 5_000,
    shares: [0.4, 0.2, 0.15, 0.1, 0.1, 0.05],
  },
}

/** The counts of each install, whose sums are those of the size. */
export function countsOfInstalls(size: Size): Counts[] {
  const parts = countedNames.map(name => [name, portions(size[name], size.shares)] as const)
  return size.shares.map((_, install) => {
    const of = Object.fromEntries(parts.map(([name, counts]) => [name, at(counts, install)]))
    return { ...size, ...of }
  })
}

/** Integers whose sum is the total. */
function portions(total: number, shares: readonly number[]): number[] {
  let share = 0
  let assigned = 0
  return shares.map(part => {
    share += part
    const portion = Math.round(total * share) - assigned
    assigned += portion
    return portion
  })
}

/** The approximate number of rows of all tables: the counted ones and the section memberships of learners. */
export const expectedRows = (size: SizeName): number => {
  const counts = sizes[size]
  const rows = countedNames.reduce((sum, name) => sum + counts[name], 0)
  return rows + counts.enrollments
}
