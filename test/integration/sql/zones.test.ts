// The clock changes of the time zones, as the report of appointment volumes assumes them.
import pg from 'pg'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../support/postgres.ts'
import { isExhaustive, rounds, sample } from '../../support/rounds.ts'

// From 2038 on, every zone repeats one rule.
const years = rounds({ quick: [2015, 2035], all: [1970, 2040] } as const)
/** Zones per statement, so that each one ends well within the statement timeout. */
const atOnce = 20

/** For each zone and UTC day, the offsets at seven instants of the day, its first and its last one included. */
const days = `select name, utc, ${['0 h', '4 h', '8 h', '12 h', '16 h', '20 h', '24 h -1 ms']
  .map((after, n) => `(utc + '${after}') at time zone name - (utc + '${after}')::timestamp as offset_${n}`)
  .join()}
  from unnest($1::text[]) as name,
    generate_series(make_timestamptz($2, 1, 1, 0, 0, 0), make_timestamptz($3, 1, 1, 0, 0, 0), interval '1 day') as utc
  offset 0` // computes each offset once

/** The zones, one of those that are the same file in the database of time zones of Postgres. */
const distinctZones = `select min(z.name) as name from time_zone z, pg_config() c where c.name = 'SHAREDIR'
  group by md5(pg_read_binary_file(c.setting || '/timezone/' || z.name)) order by 1`

/** Returns the number of days on which a zone changed its clocks. */
async function changesOf(client: pg.Client, names: readonly string[]): Promise<number> {
  const { rows } = await client.query(
    `select count(*) filter (where offset_0 <> offset_6)::integer as changes,
      array_agg(name || ' ' || utc) filter (where offset_0 = offset_6 and (offset_0 <> offset_1 or offset_0 <> offset_2
        or offset_0 <> offset_3 or offset_0 <> offset_4 or offset_0 <> offset_5)) as wrong
    from (${days}) as days`,
    [names, ...years],
  )
  expect(rows[0].wrong).toBe(null)
  return Number(rows[0].changes)
}

test(`no zone changes its clocks on a UTC day and back, from ${years.join(' to ')}`, async () => {
  const client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  try {
    await client.query(`set timezone to 'UTC'`)
    const { rows } = await client.query(
      isExhaustive ? distinctZones : 'select name from time_zone order by name',
    )
    const names = sample(
      rows.map(({ name }) => String(name)),
      30,
    )
    let changes = 0
    for (let at = 0; at < names.length; at += atOnce)
      changes += await changesOf(client, names.slice(at, at + atOnce))
    expect(changes).toBeGreaterThan(100)
  } finally {
    await client.end()
  }
}, 240_000)
