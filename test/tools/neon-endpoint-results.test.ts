// Neon's own driver against the local endpoint, over PGlite and over a real Postgres: both must respond as Neon does.
import { eq, sql as raw } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  account,
  databaseKinds,
  item,
  neonDatabase,
  ownNeonDriver,
  problemOf,
} from '../support/neon-databases.ts'

ownNeonDriver()

describe.each(databaseKinds)('%s behind the Neon endpoint', kind => {
  const { sql, db, endpoint } = neonDatabase(kind)

  test('every type is returned as by Neon', async () => {
    const [row] =
      await sql`select 9007199254740993::int8 big, 1.10::numeric price, '2026-01-02T03:04:05.678Z'::timestamptz at,
      date '2026-01-02' as day, '\\xdeadbeef'::bytea bytes, '{"a": [1]}'::json json, '{"b": null}'::jsonb jsonb,
      array['a', 'b,"c"', null] texts, array[1, 2] numbers, '0198c0de-0000-7000-8000-000000000000'::uuid id, true yes, null nothing,
      interval '1 day 2 hours' span, '' as empty, 'žluťoučký 🐎' as words`
    expect(row).toMatchObject({
      big: '9007199254740993',
      price: '1.10',
      at: '2026-01-02 03:04:05.678+00',
      day: '2026-01-02',
      bytes: Buffer.from('deadbeef', 'hex'),
      json: { a: [1] },
      jsonb: { b: null },
      texts: ['a', 'b,"c"', null],
      numbers: [1, 2],
      id: '0198c0de-0000-7000-8000-000000000000',
      yes: true,
      nothing: null,
      span: '1 day 02:00:00',
      empty: '',
      words: 'žluťoučký 🐎',
    })
  })

  test('parameters are untyped text: the statement determines their types', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    const [row] =
      await sql`select ${1}::int + 1 sum, ${true}::bool yes, ${at}::timestamptz at, ${{ a: 1 }}::jsonb->'a' as one,
      ${['x', 'y "z"']}::text[] list, ${null}::text nothing, ${Buffer.from('hi')}::bytea bytes, ${'9007199254740993'}::int8 big`
    expect(row).toEqual({
      sum: 2,
      yes: true,
      at: '2026-01-02 03:04:05.678+00',
      one: 1,
      list: ['x', 'y "z"'],
      nothing: null,
      bytes: Buffer.from('hi'),
      big: '9007199254740993',
    })
  })

  test('a full result has its command, count and fields', async () => {
    const full = { fullResults: true } as const
    const inserted = await sql.query(
      "insert into account (email) values ('a'), ('b') returning id, email",
      [],
      full,
    )
    expect(inserted).toMatchObject({ command: 'INSERT', rowCount: 2, rowAsArray: false })
    expect(inserted.fields.map(({ name, dataTypeID }) => [name, dataTypeID])).toEqual([
      ['id', 23],
      ['email', 25],
    ])
    expect(await sql.query('delete from account', [], full)).toMatchObject({
      command: 'DELETE',
      rowCount: 2,
      rows: [],
      fields: [],
    })
    expect(await sql.query('create temp table passing ()', [], full)).toMatchObject({
      command: 'CREATE',
      rowCount: null,
    })
    expect(await sql.query('', [], full)).toMatchObject({ command: '', rowCount: null, rows: [] })
  })

  test('each execution of a statement describes its columns, also one without rows, and in a batch', async () => {
    const full = { fullResults: true } as const
    const text = 'select $1::int as a, null::text as b where $1::int > 0'
    const described = ({ fields }: { fields: { name: string; dataTypeID: number }[] }) =>
      fields.map(({ name, dataTypeID }) => [name, dataTypeID])
    const columns = [
      ['a', 23],
      ['b', 25],
    ]
    for (const n of [1, 0, 2]) {
      const result = await sql.query(text, [n], full)
      expect(described(result)).toEqual(columns)
      expect(result.rows).toEqual(n > 0 ? [{ a: n, b: null }] : [])
    }
    const insert = "insert into account (email) values ('described') returning email"
    for (const _ of [1, 2, 3]) {
      const batch = await sql.transaction(
        [sql.query(text, [5]), sql.query(insert), sql.query('delete from account'), sql.query(text, [0])],
        { fullResults: true },
      )
      expect(batch.map(described)).toEqual([columns, [['email', 25]], [], columns])
    }
  })

  test('rows far larger than the send buffer arrive completely', async () => {
    const rows = await sql`select i, repeat(chr(97 + i), 300000) v from generate_series(0, 9) i`
    expect(rows.map(row => row['v'] === String.fromCharCode(97 + Number(row['i'])).repeat(300_000))).toEqual(
      Array(10).fill(true),
    )
    const [echo] = await sql`select ${'é'.repeat(1_000_000)}::text v`
    expect(echo?.['v']).toHaveLength(1_000_000)
  })

  test('a batch commits as one transaction', async () => {
    const results = await sql.transaction([
      sql`insert into account (email) values ('a') returning email`,
      sql`select count(*)::int n from account`,
      sql`insert into account (email) values ('b')`,
    ])
    expect(results).toEqual([[{ email: 'a' }], [{ n: 1 }], []])
    expect(await sql`select count(*)::int n from account`).toEqual([{ n: 2 }])
  })

  test('a batch has the requested isolation and access mode', async () => {
    const show = [
      sql`show transaction_isolation`,
      sql`show transaction_read_only`,
      sql`show transaction_deferrable`,
    ]
    expect(await sql.transaction(show)).toEqual([
      [{ transaction_isolation: 'read committed' }],
      [{ transaction_read_only: 'off' }],
      [{ transaction_deferrable: 'off' }],
    ])
    expect(
      await sql.transaction(show, { isolationLevel: 'Serializable', readOnly: true, deferrable: true }),
    ).toEqual([
      [{ transaction_isolation: 'serializable' }],
      [{ transaction_read_only: 'on' }],
      [{ transaction_deferrable: 'on' }],
    ])
    const write = sql.transaction([sql`insert into account (email) values ('a')`], { readOnly: true })
    expect(await problemOf(write)).toMatchObject({ code: '25006' })
  })

  test('a transaction that a single statement begins ends with it', async () => {
    await sql`begin`
    await sql`insert into account (email) values ('kept')`
    await sql`rollback`
    expect(await sql`select email from account`).toEqual([{ email: 'kept' }])
  })

  test('a statement survives a change of its table', async () => {
    await sql`create table changing (a int)`
    for (const _ of [1, 2]) expect(await sql`select * from changing`).toEqual([])
    await sql`alter table changing add b text default 'b'`
    await sql`insert into changing values (1)`
    expect(await sql`select * from changing`).toEqual([{ a: 1, b: 'b' }])
    await sql`alter table changing add c text default 'c'`
    const both = await sql.transaction([
      sql`insert into changing values (2)`,
      sql`select * from changing order by a`,
    ])
    expect(both[1]).toEqual([
      { a: 1, b: 'b', c: 'c' },
      { a: 2, b: 'b', c: 'c' },
    ])
    await sql`deallocate all`
    expect(await sql`select * from changing`).toHaveLength(2)
    await sql`drop table changing`
  })

  test('hundreds of different statements work, also with a failing one between', async () => {
    for (let i = 0; i < 600; i++) expect(await sql.query(`select ${i} n`)).toEqual([{ n: i }])
    await problemOf(sql`select 1/0`)
    for (let i = 0; i < 10; i++) expect(await sql.query(`select ${i} n`)).toEqual([{ n: i }])
  })

  test('each of 200 concurrent requests has its response, and counts as one round trip', async () => {
    const before = endpoint().roundTrips()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        if (i % 10 === 0) return (await problemOf(sql`select ${i}::int / 0`)).code
        if (i % 10 === 1)
          return (await sql.transaction([sql`select 1`, sql`select ${i}::int n`]))[1]?.[0]?.['n']
        return (await sql`select ${i}::int n`)[0]?.['n']
      }),
    )
    expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => (i % 10 === 0 ? '22012' : i)))
    expect(endpoint().roundTrips() - before).toBe(200)
  })

  test('drizzle inserts, reads, batches and reports errors', async () => {
    const value = {
      name: 'n',
      at: new Date('2026-01-02T03:04:05Z'),
      price: '1.50',
      big: 9007199254740993n,
      tags: ['a', 'b "c"'],
      data: { x: [1] },
      n: 3,
    }
    const [created] = await db.insert(item).values(value).returning()
    expect(created).toMatchObject(value)
    expect(
      await db
        .select()
        .from(item)
        .where(eq(item.id, created?.id ?? '')),
    ).toEqual([created])
    expect(await db.$count(item)).toBe(1)
    const [, updated, counted] = await db.batch([
      db.insert(account).values({ email: 'a' }),
      db
        .update(item)
        .set({ n: raw`${item.n} + 1` })
        .returning({ n: item.n }),
      db.select({ n: raw<number>`count(*)::int` }).from(account),
    ])
    expect([updated, counted]).toEqual([[{ n: 4 }], [{ n: 1 }]])
    await expect(db.insert(account).values({ email: 'a' })).rejects.toMatchObject({
      cause: { code: '23505', constraint: 'account_email_key' },
    })
    await expect(
      db.batch([db.insert(account).values({ email: 'b' }), db.insert(account).values({ email: 'a' })]),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await db.$count(account)).toBe(1)
  })
})
