// The metrics that the observability page, the alert rules and the dashboard name exist.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { blobNames, doubleNames } from '../../src/shared/metrics/analytics.ts'
import { type MetricName, metrics } from '../../src/shared/metrics/definitions.ts'
import { projectFile } from '../../tools/project.ts'

const read = (path: string) => readFileSync(projectFile(path), 'utf8')
const page = read('docs/observability.md')

/** The cells of the rows of the table whose first column has this heading. */
const rowsOf = (heading: string): string[][] =>
  page
    .split(/\n{2,}/)
    .map(block => block.trim().split('\n'))
    .filter(([head]) => head?.startsWith(`| ${heading} |`))
    .flatMap(([, , ...rows]) =>
      rows.map(row =>
        row
          .split('|')
          .slice(1, -1)
          .map(cell => cell.trim()),
      ),
    )

test('the page lists exactly the metrics, with type, labels and description', () => {
  const expected = Object.entries(metrics).map(([name, { type, labels, help }]) => [
    ...[`\`${name}\``, type],
    ...[labels.map(label => `\`${label}\``).join(', ') || 'none', help],
  ])
  expect(rowsOf('metric')).toEqual(expected)
})

test('the page lists the columns of a data point', () => {
  const columns = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ')
  expect(rowsOf('column').map(([, members]) => members)).toEqual([columns(blobNames), columns(doubleNames)])
})

const Rule = z.strictObject({
  alert: z.string().regex(/^Invigil[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+m$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string().endsWith('.'), action: z.string().endsWith('.') }),
})
const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.literal('invigil'), rules: z.array(Rule) })).length(1),
})
const rules = Rules.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap(group => group.rules)

test('the page lists each alert with its severity, meaning and remedy', () => {
  const expected = rules.map(({ alert, labels, annotations }) => [
    ...[`\`${alert}\``, labels.severity, annotations.summary, annotations.action],
  ])
  expect(rowsOf('alert')).toEqual(expected)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('the alert of a full disk compares with 0 where there was no 507 before: its first 507 is an increase', () => {
  const rule = rules.find(({ alert }) => alert === 'InvigilStorageFull')
  expect(rule?.expr).toMatch(/\(sum\(.*offset 5m\) or vector\(0\)\) > 0$/)
})

const Dashboard = z.object({
  title: z.literal('Invigil'),
  panels: z.array(
    z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
})
const dashboard = Dashboard.parse(JSON.parse(read('deploy/grafana/dashboard.json')))
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** The metric of a series in an expression. */
const definitionOf = (series: string) => {
  const name = series in metrics ? series : series.replace(/_(bucket|sum|count)$/, '')
  const definition = metrics[name as MetricName]
  const isHistogram = definition?.type === 'histogram'
  return definition && (name === series) !== isHistogram ? definition : undefined
}

test.each(expressions)('%s uses existing series and labels: %s', (_, expression) => {
  const selectors = [...expression.matchAll(/(invigil_\w+)(?:\{([^}]*)\})?/g)]
  expect(selectors.length).toBeGreaterThan(0)
  const labels = new Set<string>(['le'])
  for (const [, series = '', matchers = ''] of selectors) {
    const definition = definitionOf(series)
    expect(definition, series).toBeDefined()
    for (const label of definition?.labels ?? []) labels.add(label)
    for (const [, label = ''] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g))
      expect(definition?.labels, series).toContain(label)
  }
  for (const [, grouped = ''] of expression.matchAll(/by \(([^)]*)\)/g))
    for (const label of grouped.split(', ')) expect([...labels]).toContain(label)
  const depth = [...expression].reduce((open, c) => open + (c === '(' ? 1 : c === ')' ? -1 : 0), 0)
  expect(depth).toBe(0)
})

test('the panels of the dashboard cover each metric, and have unique ids', () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  expect(Object.keys(metrics).filter(name => !shown.includes(name))).toEqual([])
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})

test('the Prometheus configuration reads /metrics with a token, and names existing rules', () => {
  const configuration = z
    .object({
      rule_files: z.array(z.string()),
      scrape_configs: z.tuple([
        z.object({
          job_name: z.literal('invigil'),
          metrics_path: z.literal('/metrics'),
          authorization: z.object({ type: z.literal('Bearer'), credentials_file: z.string() }),
        }),
      ]),
    })
    .parse(parse(read('deploy/prometheus/prometheus.yml')))
  for (const file of configuration.rule_files)
    expect(existsSync(projectFile(`deploy/prometheus/${file}`))).toBe(true)
})
