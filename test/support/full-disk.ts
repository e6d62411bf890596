// A database whose disk is full.

import { type Backend, QueryError } from '../../tools/neon/backend.ts'

/** The errors of Postgres without space, and of Neon above the storage limit of a project. */
export const fullDiskMessages = [
  'could not extend file: No space left on device',
  'could not extend file because project size limit (512 MB) has been exceeded',
] as const

export type FullDisk = {
  isFull: boolean
  message: string
  /** For `platformDatabase`. */
  around(backend: Backend): Backend
}

/** Statements that need space: rows, and the temporary file of the check of `/readyz`. */
const needsSpace = /insert into|rate_limit_attempt|generate_series/

export function fullDisk(): FullDisk {
  const disk: FullDisk = {
    isFull: false,
    message: fullDiskMessages[0],
    around: backend => ({
      ...backend,
      run: (statements, ...rest) => {
        if (disk.isFull && statements.some(({ query }) => needsSpace.test(query)))
          throw new QueryError(disk.message, { code: '53100' })
        return backend.run(statements, ...rest)
      },
    }),
  }
  return disk
}
