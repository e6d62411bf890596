// The page on storage says what is deleted and when, and the guide to deploying how to set it.
import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { periodsOf, RetentionBindings } from '../../src/platform/retention/env.ts'
import { rulesOf } from '../../src/platform/retention/rules.ts'
import { projectFile } from '../../tools/project.ts'
import { ruleNames, rules } from '../support/retention.ts'

const page = (name: string) => readFileSync(projectFile(name), 'utf8')
const variables = Object.keys(RetentionBindings.shape)

/** The variable that a rule's days are of, if one is. */
const setBy = (name: (typeof ruleNames)[number]) =>
  variables.find(variable => {
    const { days } = rulesOf(periodsOf(RetentionBindings.parse({ [variable]: '1234' })))[name]
    return days === 1234
  })

test('the page lists what is deleted in the order in which it goes, when, and by which variable', () => {
  const expected = ruleNames.map(name => {
    const { rows, table, days, after } = rules[name]
    const variable = setBy(name)
    return `| ${rows} | \`${getTableName(table)}\` | ${days} | ${after} | ${variable ? `\`${variable}\`` : ''} |`
  })
  const [, table = ''] = /\| rows .*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page('docs/storage.md')) ?? []
  expect(
    table
      .trimEnd()
      .split('\n')
      .map(line => line.replace('|  |', '| |')),
  ).toEqual(expected.map(line => line.replace('|  |', '| |')))
})

test('the guide to deploying names every variable with the days that hold without it', () => {
  const defaults = RetentionBindings.parse({})
  expect(variables).toHaveLength(3)
  for (const [variable, days] of Object.entries(defaults))
    expect(page('docs/guides/deploy.md')).toMatch(new RegExp(`\`${variable}\` \\(${days}\\b`))
})

test.each(['0', '-1', '1.5', 'x', '10001'])('%s days is no period', days => {
  for (const variable of variables)
    expect(RetentionBindings.safeParse({ [variable]: days }).success).toBe(false)
})

test('the page on webhooks says how long what it tells of is kept', () => {
  const { eventDays, deadLetterDays } = periodsOf(RetentionBindings.parse({}))
  expect(page('docs/webhooks.md')).toContain(
    `for ${eventDays} days, a dead letter for ${deadLetterDays} days`,
  )
})
