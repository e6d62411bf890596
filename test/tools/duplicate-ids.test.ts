// The migration to unique ids, on a database in which several records have the same id.
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOfClient } from '../../tools/migrator/connection.ts'
import { migrateOver, migrateUrl } from '../../tools/migrator/migrate.ts'
import { readMigrations } from '../../tools/migrator/migrations.ts'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { schemaFolder } from '../../tools/project.ts'
import { startTestPostgres } from '../support/postgres.ts'
import { id, scene, sids } from '../support/sql.ts'

let server: EmbeddedPostgres
let client: pg.Client

const { course, install } = sids

beforeAll(async () => {
  server = await startTestPostgres()
  client = new pg.Client(server.url)
  await client.connect()
  const migrations = readMigrations(join(schemaFolder, 'migrations'))
  const own = migrations.findIndex(({ tag }) => tag.endsWith('_people'))
  await migrateOver(connectionOfClient(client), schemaFolder, { until: migrations[own - 1]?.when ?? 0 })
  await client.query(scene)
  const at = (n: number) => `to_timestamp(${1_700_000_000 + n})`
  await client.query(`
    insert into users (sid, install_sid, first_name, last_name, email, lms_id, sis_id, created_date) values
      ('${id(31)}', '${install}', 'A', 'Old', 'a@b.example', 'L', 'S', ${at(1)}),
      ('${id(32)}', '${install}', 'A', 'New', 'a@b.example', 'L', 'T', ${at(2)}),
      ('${id(33)}', '${install}', 'A', 'Other', 'a@b.example', 'l', null, ${at(3)});
    insert into course (sid, install_sid, title, api_id, created_date, deleted_date) values
      ('${id(34)}', '${install}', 'Old', 'A', ${at(1)}, null), ('${id(35)}', '${install}', 'New', 'A', ${at(2)}, null),
      ('${id(36)}', '${install}', 'Deleted', 'A', ${at(3)}, now());
    insert into exam (sid, install_sid, course_sid, title, external_id, created_date) values
      ('${id(37)}', '${install}', '${course}', 'Old', 'E', ${at(1)}), ('${id(38)}', '${install}', '${course}', 'New', 'E', ${at(2)});
    insert into course_offering (sid, install_sid, title, sis_id, created_date) values
      ('${id(39)}', '${install}', 'Old', 'O', ${at(1)}), ('${id(40)}', '${install}', 'New', 'O', ${at(2)})`)
  await migrateUrl(server.url, schemaFolder)
}, 240_000)

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const sidOf = (prefix: string, n: number) => prefix + id(n).replaceAll('-', '')

test('the newest record keeps the id, the others lose it, and the report has each with the record that keeps it', async () => {
  const { rows } = await client.query(
    'select kind, name, value, record_sid, kept_by_sid from duplicate_id order by kind, name',
  )
  expect(rows.map(row => Object.values(row))).toEqual([
    ['course', 'apiId', 'A', sidOf('CU', 34), sidOf('CU', 35)],
    ['courseOffering', 'sisId', 'O', sidOf('CO', 39), sidOf('CO', 40)],
    ['exam', 'externalId', 'E', sidOf('EX', 37), sidOf('EX', 38)],
    ['user', 'lmsId', 'L', sidOf('US', 31), sidOf('US', 32)],
  ])
  const { rows: users } = await client.query(
    `select lms_id, sis_id from users where last_name in ('Old', 'New', 'Other') order by created_date`,
  )
  expect(users.map(row => Object.values(row))).toEqual([
    [null, 'S'],
    ['L', 'T'],
    ['l', null],
  ])
  const { rows: courses } = await client.query(`select api_id from course where api_id is not null`)
  expect(courses).toHaveLength(2)
})

test('the indexes are valid and refuse another record with the id', async () => {
  const { rows: invalid } = await client.query('select from pg_index where not indisvalid')
  expect(invalid).toEqual([])
  const update = client.query(`update users set lms_id = 'L' where sid = '${id(33)}'`)
  await expect(update).rejects.toMatchObject({ constraint: 'users_lms_id' })
})
