// The pages have a text for each code that can be the reason of a session's status. The compiler requires it too.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ar } from '../../../src/embed/pages/text/ar.ts'
import { de } from '../../../src/embed/pages/text/de.ts'
import { en } from '../../../src/embed/pages/text/en.ts'
import { cancelReasons, systemReasons } from '../../../src/shared/session-reasons.ts'
import { projectFile } from '../../../tools/project.ts'

const codes = [...cancelReasons, ...systemReasons]

test.each(Object.entries({ en, de, ar }))('%s has a text for each reason of a status', (_, { reasons }) => {
  expect(Object.keys(reasons).toSorted()).toEqual(codes.toSorted())
  for (const [code, text] of Object.entries(reasons)) {
    expect(text).not.toBe(code)
    expect(text).not.toBe('')
  }
})

test('each reason that a function of the database writes is one of the codes', () => {
  const folder = projectFile('db/sql/functions')
  const written = readdirSync(folder).flatMap(file =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/status_reason = '([^']+)'/g)].map(
      ([, code]) => code,
    ),
  )
  expect(written).toContain('time-over')
  expect(written.filter(code => !codes.some(known => known === code))).toEqual([])
})
