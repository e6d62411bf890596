import { expect, test } from 'vitest'
import { capturing } from '../../../src/shared/idempotency/capture.ts'

/** The statement whose rows are captured, and what precedes it. */
const partsOf = (text: string) => {
  const [, before, main] =
    /^([\s\S]*?)rows_of_x as \(([\s\S]*)\), captured_x as \(/.exec(capturing(text, 'x')) ?? []
  return { before, main }
}

test.each([
  ['select 1', 'with ', 'select 1'],
  ['insert into a values ($1) returning b', 'with ', 'insert into a values ($1) returning b'],
  ['with a as (select 1) select * from a', 'with a as (select 1), ', 'select * from a'],
  [
    'with recursive "a" ("b", c) as not materialized (select \')\'), d as (insert into e values (1) returning f) select * from d',
    'with recursive "a" ("b", c) as not materialized (select \')\'), d as (insert into e values (1) returning f), ',
    'select * from d',
  ],
  [
    'with "as (" as (select $$ ) $$ -- )\n) update a set b = (select 1) returning b',
    'with "as (" as (select $$ ) $$ -- )\n), ',
    'update a set b = (select 1) returning b',
  ],
])('captures the rows of %j, and keeps its list of WITH in front', (text, before, main) => {
  expect(partsOf(text)).toEqual({ before, main })
})

test.each([
  'delete from a',
  'update a set b = \'returning\' where "returning" = 1',
  'with a as (insert into b values (1) returning c) update d set e = 1',
  'insert into a select (select 1) -- returning',
])('leaves %j unchanged, which returns no rows', text => {
  expect(capturing(text, 'x')).toBe(text)
})
