// The storage page and the deployment guide describe retention correctly.
import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { periodsOf, RetentionBindings } from '../../src/platform/retention/env.ts'
import { rulesOf } from '../../src/platform/retention/rules.ts'
import { projectFile } from '../../tools/project.ts'
import { ruleNames, rules } from '../support/retention.ts'

const page = (name: string) => readFileSync(projectFile(name), 'utf8')
const variables = Object.keys(RetentionBindings.shape)

/** The variable that sets the days of a rule, if there is one. */
const setBy = (name: (typeof ruleNames)[number]) =>
  variables.find(variable => {
    const { days } = rulesOf(periodsOf(RetentionBindings.parse({ [variable]: '1234' })))[name]
    return days === 1234
  })

test('the page lists what is deleted, in order, with the period and the variable', () => {
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

test('the deployment guide names every variable with its default', () => {
  const defaults = RetentionBindings.parse({})
  expect(variables).toHaveLength(4)
  for (const [variable, days] of Object.entries(defaults))
    expect(page('docs/guides/deploy.md')).toMatch(new RegExp(`\`${variable}\` \\(${days}\\b`))
})

test.each(['0', '-1', '1.5', 'x', '10001'])('%s days is not a valid period', days => {
  for (const variable of variables)
    expect(RetentionBindings.safeParse({ [variable]: days }).success).toBe(false)
})

test('the page on webhooks names the retention periods of events and deliveries', () => {
  const { eventDays, deadLetterDays } = periodsOf(RetentionBindings.parse({}))
  expect(page('docs/webhooks.md')).toContain(
    `for ${eventDays} days, a dead letter for ${deadLetterDays} days`,
  )
})
