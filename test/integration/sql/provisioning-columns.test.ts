// provision_insert and provision_update name the columns of each table: every column that an item can have must be among them.
import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { user } from '../../../db/schema/user.ts'
import { Provision } from '../../../src/proctoring/provisioning/schema.ts'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { shape } = Provision

/** The values of a row that differ from its defaults, by the name of the column. The other columns are texts. */
const values: Record<string, unknown> = {
  enabled: true,
  limited_scope: true,
  require_approval: true,
  role: 'proctor',
  type: 'Written',
  status: 'draft',
  course_sid: sids.course,
  course_offering_sid: id(52),
  latitude: 12.5,
  longitude: 7.5,
  max_travel_distance: 3,
}

/** The columns that an item can have: the members that are columns, and the ids. */
function membersOf(table: PgTable, names: string[], more: string[] = []): Record<string, unknown> {
  const columns = getTableColumns(table)
  const own = names.filter(name => columns[name]).map(toSnakeCase)
  const zone = own.includes('time_zone_sid') ? { time_zone_sid: zoneSid } : {}
  return {
    ...Object.fromEntries(
      [...own, 'lms_id', 'sis_id', 'api_id', 'external_id', ...more].map(name => [
        name,
        values[name] ?? `a ${name}`,
      ]),
    ),
    ...zone,
  }
}
let zoneSid: unknown

const kinds = [
  ['course', course, Object.keys(shape.course.shape), [], sids.course],
  ['users', user, Object.keys(shape.user.unwrap().shape), [], sids.users],
  ['exam', exam, Object.keys(shape.exam.unwrap().shape), ['course_sid'], sids.exam],
] as const

test.each(kinds)(
  'provision_insert and provision_update write every column that an item can have: %s',
  async (...given) => {
    const [relation, table, names, more, existing] = given
    await run(
      `insert into course_offering (sid, install_sid, title) values ('${id(52)}', '${sids.install}', 'Fall')`,
    )
    zoneSid = await value('select sid from time_zone order by name limit 1')
    const members = membersOf(table, names, [...more])
    expect(Object.keys(members).length).toBeGreaterThan(5)
    const inserted = await value('select provision_insert($1, $2, $3)', [
      ...[relation, sids.install, JSON.stringify(members)],
    ])
    const read = async (sid: unknown) => (await rows(`select * from ${relation} where sid = $1`, [sid]))[0]
    expect(await read(inserted)).toMatchObject(members)
    const unique = ['username', 'lms_id', 'sis_id', 'api_id', 'external_id'].filter(name => name in members)
    const other = { ...members, ...Object.fromEntries(unique.map(name => [name, `other ${name}`])) }
    const update = () =>
      value('select provision_update($1, $2, $3)', [relation, existing, JSON.stringify(other)])
    expect([await update(), await update()]).toEqual([true, false])
    expect(await read(existing)).toMatchObject(other)
  },
)

test.each(kinds)(
  'provision_insert leaves the defaults of the table to absent columns: %s',
  async (...given) => {
    const [relation, table] = given
    const required = {
      title: 'A',
      first_name: 'A',
      last_name: 'A',
      email: 'a@school.example',
      course_sid: sids.course,
    }
    const columns = new Set(Object.keys(getTableColumns(table)).map(toSnakeCase))
    const members = Object.fromEntries(Object.entries(required).filter(([name]) => columns.has(name)))
    const inserted = await value('select provision_insert($1, $2, $3)', [
      ...[relation, sids.install, JSON.stringify(members)],
    ])
    const names = Object.keys(members)
    await run(`insert into ${relation} (sid, install_sid, ${names}) select '${id(60)}', install_sid, ${names} from ${relation}
    where sid = '${inserted}'`)
    const [first, second] = await rows(`select * from ${relation} where sid = any($1) order by sid = $2`, [
      ...[[inserted, id(60)], id(60)],
    ])
    // Only provisioning records a synchronization.
    const without = { sid: null, sync_source: null, sync_date: null, sync_result: null }
    expect({ ...first, ...without }).toEqual({ ...second, ...without })
  },
)
