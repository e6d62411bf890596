// The ids of records in other systems that at most one record of an install has (`uniqueForeignIds` in db/columns.ts).

import { Problem } from './problem.ts'

const things: Record<string, string> = {
  users: 'user',
  course: 'course',
  exam: 'exam',
  course_offering: 'course offering',
}

const indexName = /^(users|course|exam|course_offering)_(lms|sis|api|external)_id$/

/** Returns the problem of a record whose id another record has, or undefined if the constraint is another one. */
export function idTaken(constraint: string | undefined): Problem | undefined {
  const [, table = '', id] = indexName.exec(constraint ?? '') ?? []
  if (id === undefined) return undefined
  const message = `Another ${things[table]} of this install has this id.`
  return new Problem('id_taken', message, {
    members: { errors: [{ path: `${id}Id`, code: 'id_taken', message }] },
  })
}
