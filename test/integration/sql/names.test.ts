// The forms of names and usernames by which they are compared; `npm run test:all` compares them on PGlite and on a real Postgres.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { trimBlanks } from '../../../src/shared/values/text.ts'
import { projectFile } from '../../../tools/project.ts'
import { isExhaustive } from '../../support/rounds.ts'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const onPostgres = isExhaustive ? sqlDatabase('postgres') : undefined

const same: [string, string][] = [
  ['Straße', 'STRASSE'],
  ['ADA', ' ada\u00a0'],
  ['ada', '\u3000ＡＤＡ\u200b'],
  ['ΣΑΣ', 'σας'],
  ['Zo\u00eb', 'zoe\u0308'],
  ['ﬃ', 'FFI'],
  ['ᾳ', 'ΑΙ'],
]

test.each(same)('username_key of “%s” equals that of “%s”', async (one, other) => {
  expect(await value('select username_key($1) = username_key($2)', [one, other])).toBe(true)
})

test('fold_case folds every case of a letter to one, and `ß` to `ss`', async () => {
  expect(await rows(`select fold_case('Straße ÉΣς') as one, fold_case('STRASSE éσΣ') as other`)).toEqual([
    { one: 'strasse éσσ', other: 'strasse éσσ' },
  ])
})

test.each([
  ['zoe', 'zoë'],
  ['a b', 'ab'],
  ['ada', 'adа'], // the last letter is Cyrillic
])('username_key of “%s” differs from that of “%s”', async (one, other) => {
  expect(await value('select username_key($1) = username_key($2)', [one, other])).toBe(false)
})

type Sample = { what: string; rows: typeof rows; step: number }

const first = { what: 'the first 4096 characters and a sample of the others', rows, step: 31 }
const samples: Sample[] = onPostgres
  ? [first, { what: 'every character on a real Postgres', rows: onPostgres.rows, step: 1 }]
  : [first]

const charactersOf = (step: number) => `select n, chr(n) as c from generate_series(1, 1114111) n
  where n not between 55296 and 57343 and (n < 4096 or n % ${step} = 0)`

describe.each(samples)('of $what', ({ rows, step }) => {
  const everyCharacter = charactersOf(step)

  test('username_key is that of itself, and of both cases, but for the dotless i', async () => {
    const upper = 'upper(c collate pg_unicode_fast)'
    const lower = 'lower(c collate pg_unicode_fast)'
    const different = await rows(`select to_hex(n) as n from (${everyCharacter}) every
    where n <> 305 and username_key(c) <> all (array[
      username_key(username_key(c)), username_key(${upper}), username_key(${lower})]) or username_key(c) is null`)
    expect(different).toEqual([])
  })

  test('username_key is empty exactly for those that are blank in request bodies', async () => {
    const blank = await rows(`select n from (${everyCharacter}) every where username_key(c) = ''`)
    const expected: number[] = []
    for (let n = 1; n <= 0x10ffff; n++)
      if (
        (n < 4096 || n % step === 0) &&
        (n < 0xd800 || n > 0xdfff) &&
        trimBlanks(String.fromCodePoint(n)) === ''
      )
        expected.push(n)
    expect(blank.map(({ n }) => n)).toEqual(expected)
  })

  test('name_key is that of itself', async () => {
    const different = await rows(
      `select to_hex(n) as n from (${everyCharacter}) every where name_key(name_key(c)) is distinct from name_key(c)`,
    )
    expect(different).toEqual([])
  })
})

test.each([
  ['Zoë', 'zoe'],
  ['Zoe\u0308', 'zoe'],
  ['ŁUKASZ', 'lukasz'],
  ['Søren Ærø', 'soren aero'],
  ['Đặng', 'dang'],
  ['Straße', 'strasse'],
  ['İpek Işık', 'ipek isik'],
  ['Άννα', 'αννα'],
  ['각', '각'],
  ['हिन्दी', 'हिन्दी'],
  ['がか', 'がか'],
  ["O'Neil", "o'neil"],
  ['\u0301', '\u0301'],
  ['', ''],
])('name_key of “%s” is “%s”', async (name, key) => {
  expect(await value('select name_key($1)', [name])).toBe(key)
})

test('name_key and username_key fit into an index, also of the longest expansions', async () => {
  const longest = Array.from({ length: 100 }, (_, n) => String.fromCharCode(0xfdfa - (n % 2) * (n % 11)))
  const name = longest.join('')
  await run(`insert into users (sid, install_sid, first_name, last_name, email, username)
    values ('${id(90)}', '${sids.install}', '${name}', '${name}', 'a@school.example', '${name}')`)
})

test('name_pattern treats %, _ and \\ as ordinary characters, also fullwidth ones', async () => {
  const finds = (name: string, part: string) =>
    value('select name_key($1) like name_pattern($2)', [name, part])
  expect(await finds('100%', '0％')).toBe(true)
  expect(await finds('1000', '0％')).toBe(false)
  expect(await finds('a_b', 'A_')).toBe(true)
  expect(await finds('axb', '_')).toBe(false)
  expect(await finds('a\\b', '\\B')).toBe(true)
  expect(await finds('ab', '\\')).toBe(false)
})

test('name_pattern of only accents does not find every name', async () => {
  expect(await value('select name_key($1) like name_pattern($2)', ['Ada', '\u0301'])).toBe(false)
})

test('clear_username_clash makes another username unique again, and the same one keeps its number', async () => {
  await run('update users set username_clash = 2, username = $$ada$$')
  await run('update users set username = $$ada$$')
  expect(await value('select username_clash from users')).toBe(2)
  await run('update users set username = $$Ada$$')
  expect(await value('select username_clash from users')).toBe(0)
})

test('the migration creates the functions of its indexes as db/sql has them', () => {
  const migration = readFileSync(projectFile('db/migrations/0018_name_keys.sql'), 'utf8')
  for (const name of ['fold_case', 'username_key', 'name_key']) {
    const text = readFileSync(projectFile(`db/sql/functions/${name}.sql`), 'utf8')
    const [, body = ''] = text.split(/^CREATE OR REPLACE /m)
    expect(migration).toContain(`CREATE ${body.trim()}`)
  }
})
