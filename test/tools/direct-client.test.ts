// The client that sends `batch` against Neon's own driver: both must return the same for the same statements.
import { type NeonDbError, neonConfig } from '@neondatabase/serverless'
import { describe, expect, test } from 'vitest'
import { directClient } from '../../db/direct-client.ts'
import {
  connectionString,
  databaseKinds,
  neonDatabase,
  ownNeonDriver,
  problemOf,
} from '../support/neon-databases.ts'

ownNeonDriver()

const at = new Date('2026-01-02T03:04:05.678Z')

const statements: [text: string, params?: unknown[]][] = [
  [
    `select 9007199254740993::int8 big, 1.10::numeric price, '2026-01-02T03:04:05.678Z'::timestamptz at, 1.5::float8 half,
    date '2026-01-02' as day, '\\xdeadbeef'::bytea bytes, '{"a": [1]}'::json json, '{"b": null}'::jsonb jsonb, true yes,
    array['a', 'b,"c"', null] texts, array[1, 2] numbers, interval '1 day 2 hours' span, '' as empty, null nothing`,
  ],
  [
    `select $1::int + 1 sum, $2::bool yes, $3::timestamptz at, $4::text nothing, $5::bytea bytes, $6::int8 big, $7::text words,
      $8::text[] list, $9::jsonb object`,
    [
      ...[1, true, at, null, Buffer.from('hi'), 9007199254740993n, 'žluťoučký "🐎" \\ \u2028'],
      ...[['a', 'b "c" \\', null, ''], { b: [null, 'x'] }],
    ],
  ],
  ["insert into account (email) values ('a'), ('b') returning id, email"],
  ["update account set age = 7 where email = 'a'"],
  ['select * from account where false'],
  ['select email as same, age as same from account order by id'],
  ["insert into item (id) values ('0198c0de-0000-7000-8000-000000000000')"],
]

describe.each(databaseKinds)('the direct client on %s', kind => {
  const { sql } = neonDatabase(kind)
  const connect = () => directClient(connectionString, fetch)
  const queriesOf = (arrayMode: boolean) =>
    statements.map(([text, params = []]) => ({ text, params, arrayMode }))

  test.each([true, false])('returns what the driver returns, with array mode %s', async arrayMode => {
    const options = { arrayMode, fullResults: true } as const
    const empty = () => sql`truncate account, item restart identity`
    await empty()
    const expected = await sql.transaction(
      statements.map(([text, params]) => sql.query(text, params)),
      options,
    )
    await empty()
    const results = await connect()(queriesOf(arrayMode))
    expect(results.map(({ rows }) => rows)).toEqual(expected.map(({ rows }) => rows))
    for (const [n, { command, rowCount, fields }] of results.entries())
      expect({ command, rowCount, fields }).toEqual({
        command: expected[n]?.command,
        rowCount: expected[n]?.rowCount,
        fields: expected[n]?.fields,
      })
  })

  test('throws the error of the driver with all its fields, and nothing is written', async () => {
    const texts = [
      "insert into account (email) values ('twice')",
      "insert into account (email) values ('twice')",
    ]
    const expected = await problemOf(sql.transaction(texts.map(text => sql.query(text))))
    const queries = texts.map(text => ({ text, params: [], arrayMode: true }))
    const actual = await problemOf(connect()(queries))
    const plain = ({ name, message, ...fields }: NeonDbError) => ({ name, message, ...fields })
    expect(plain(actual)).toEqual(plain(expected))
    expect(actual).toMatchObject({ code: '23505', constraint: 'account_email_key' })
    expect(await sql`select * from account`).toEqual([])
  })
})

describe('the direct client', () => {
  const query = { text: 'select 1', params: [], arrayMode: true }

  test('throws the cause if the request fails', async () => {
    const cause = new TypeError('connection refused')
    const error = await problemOf(directClient(connectionString, () => Promise.reject(cause))([query]))
    expect(error.sourceError).toBe(cause)
  })

  test('throws the status and the text of a response that is not of Postgres', async () => {
    const answer = () => Promise.resolve(new Response('overloaded', { status: 503 }))
    const error = await problemOf(directClient(connectionString, answer)([query]))
    expect(error.message).toBe('Server error (HTTP status 503): overloaded')
  })

  test('sends to the endpoint that the driver uses', async () => {
    const urls: string[] = []
    const { fetchEndpoint } = neonConfig
    neonConfig.fetchEndpoint = host => `https://${host}/sql`
    const client = directClient(connectionString, url => {
      urls.push(url)
      return Promise.resolve(
        new Response('{"results":[{"fields":[],"rows":[],"command":"","rowCount":null}]}'),
      )
    })
    await client([query])
    neonConfig.fetchEndpoint = fetchEndpoint
    expect(urls).toEqual(['https://ep-local.example.com/sql'])
  })
})
