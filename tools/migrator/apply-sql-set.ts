import { dropRetiredObjects } from './adopt.ts'
import { type Connection, inTransaction } from './connection.ts'
import { type SqlObject, type SqlSet, uses } from './sql-set.ts'

type Recorded = { hash: string; objects: Record<string, string> }

/**
 * Creates the objects whose text differs from the recorded one, in one transaction. A view is dropped before it is
 * created, with the views that use it, because CREATE OR REPLACE VIEW can only add columns at the end. An object that is
 * no longer in the set is kept: a migration drops it when no deployed build uses it.
 */
export async function applySqlSet(connection: Connection, set: SqlSet): Promise<void> {
  const [recorded] = await connection.rows<Recorded>('select hash, objects from drizzle.__sql_set')
  if (recorded?.hash === set.hash) return
  const changed = changedOf(set.objects, recorded?.objects ?? {})
  const views = changed.filter(({ kind }) => kind === 'views')
  await inTransaction(connection, 'db/sql', async () => {
    if (!recorded) await connection.execute(dropRetiredObjects)
    for (const { name } of views.toReversed()) await connection.execute(`drop view if exists ${name}`)
    for (const object of changed) await create(connection, object)
    await connection.execute('delete from drizzle.__sql_set')
    const hashes = Object.fromEntries(set.objects.map(({ id, hash }) => [id, hash]))
    await connection.rows('insert into drizzle.__sql_set (hash, written_at, objects) values ($1, $2, $3)', [
      set.hash,
      set.writtenAt,
      JSON.stringify(hashes),
    ])
  })
}

/** The objects whose text differs from the recorded one, and the views that use a changed view. */
function changedOf(objects: SqlObject[], recorded: Record<string, string>): SqlObject[] {
  const changed: SqlObject[] = []
  for (const object of objects) {
    const usesChangedView = () => changed.some(other => other.kind === 'views' && uses(object, other))
    if (recorded[object.id] !== object.hash || (object.kind === 'views' && usesChangedView()))
      changed.push(object)
  }
  return changed
}

async function create(connection: Connection, { id, text }: SqlObject): Promise<void> {
  try {
    await connection.execute(text)
  } catch (error) {
    throw new Error(`db/sql/${id}.sql: ${(error as Error).message}`, { cause: error })
  }
}
