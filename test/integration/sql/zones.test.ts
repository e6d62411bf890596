// The clock changes of the time zones, as the report of appointment volumes assumes them.
import pg from 'pg'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../support/postgres.ts'
import { rounds, sample } from '../../support/rounds.ts'

const years = rounds({ quick: [2015, 2035], all: [1970, 2060] } as const)
const offsetAfter = (hours: number) =>
  `(utc + interval '${hours} hours' - interval '1 millisecond') at time zone name
    - (utc + interval '${hours} hours' - interval '1 millisecond') at time zone 'UTC'`

test(`no zone changes its clocks on a UTC day and back, from ${years.join(' to ')}`, async () => {
  const client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  try {
    await client.query(`set timezone to 'UTC'`)
    const { rows } = await client.query('select name from time_zone order by name')
    const names = sample(
      rows.map(({ name }) => String(name)),
      30,
    )
    const days = `select name, utc, utc at time zone name - utc at time zone 'UTC' as early, ${offsetAfter(24)} as late,
        ${[4, 8, 12, 16, 20].map(hours => `${offsetAfter(hours)} as at_${hours}`).join()}
      from unnest($1::text[]) as name,
        generate_series(make_timestamptz($2, 1, 1, 0, 0, 0), make_timestamptz($3, 1, 1, 0, 0, 0), interval '1 day') as utc`
    const { rows: found } = await client.query(
      `select count(*) filter (where early <> late)::integer as changes,
        array_agg(name || ' ' || utc) filter (where early = late
          and (at_4, at_8, at_12, at_16, at_20) is distinct from (early, early, early, early, early)) as wrong
      from (${days}) as days`,
      [names, ...years],
    )
    expect(found[0].changes).toBeGreaterThan(100)
    expect(found[0].wrong).toBe(null)
  } finally {
    await client.end()
  }
}, 240_000)
