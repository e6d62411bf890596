// The parts of db/sql that follow from the schema. A file marks such a part by two comments:
//   -- generated: <name>
//   -- end of generated

import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import { apiCredential } from '../../db/schema/credential.ts'
import { settings } from '../../db/schema/settings.ts'
import { isLive, isUnchanged } from '../../src/shared/auth/credential-lookup.ts'
import { type Payload, payloads, references } from './event-payloads.ts'

/** Returns the SQL of a column as the API shows it: sids with their prefix, instants in ISO 8601. */
function shown(column: Column, name: string): string {
  const type = column.getSQLType()
  if (type === 'uuid') {
    // A sid column maps each uuid to a sid of its prefix.
    const prefix = String(column.mapFromDriverValue('00000000-0000-0000-0000-000000000000')).slice(0, 2)
    return `sid_text('${prefix}', r.${name})`
  }
  return type.startsWith('timestamp') ? `instant_text(r.${name})` : `r.${name}`
}

/** Postgres limits a call to 100 arguments. */
const maxPairs = 50

function payloadMembers({
  table,
  record,
  columns: more = [],
  unpublished = [],
  computed = {},
}: Payload): string {
  const columns: Record<string, Column> = getTableColumns(table)
  const members = [...more, ...Object.keys(record?.shape ?? {}), ...Object.keys(computed)]
  const names = [...new Set([...references, ...members])].filter(
    name => !unpublished.includes(name) && (name in computed || name in columns),
  )
  const pairs = names.map(name => {
    const column = columns[name]
    return `'${name}', ${computed[name] ?? (column && shown(column, toSnakeCase(name)))}`
  })
  const objects = []
  for (let start = 0; start < pairs.length; start += maxPairs)
    objects.push(`jsonb_build_object(\n    ${pairs.slice(start, start + maxPairs).join(',\n    ')})`)
  return `  SELECT ${objects.join('\n  || ')}`
}

/** Each setting of the accommodation or, if that is null, of the primary configuration. */
const effectiveSettings = (): string =>
  Object.keys(settings())
    .map(toSnakeCase)
    .map(name => `  coalesce(c.${name}, p.${name}) AS ${name},`)
    .join('\n')

const caller = alias(apiCredential, 'caller')

const conditionText = (condition: SQL | undefined): string =>
  `      ${new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`${condition}`).sql}`

/** Conditions on the row `caller`: that it may write, and that it may write what was decided before it was read. */
const callerConditions = () => ({
  'a live caller': conditionText(isLive(caller)),
  'an unchanged caller': conditionText(
    isUnchanged(caller, {
      callerSecretHash: sql.raw('caller_secret_hash'),
      callerFingerprint: sql.raw('caller_fingerprint'),
    }),
  ),
})

/** The generated parts by name. */
const parts = (): Record<string, string> => ({
  settings: effectiveSettings(),
  ...callerConditions(),
  ...Object.fromEntries(
    Object.entries(payloads).map(([name, payload]) => [`payload of ${name}`, payloadMembers(payload)]),
  ),
})

/**
 * Returns the text of a file of db/sql with its generated parts as they follow from the current schema.
 * @throws Error if a part has an unknown name
 */
export function withGeneratedParts(text: string): string {
  const known = parts()
  return text.replaceAll(
    /^( *-- generated: (.+)\n)[\s\S]*?^( *-- end of generated$)/gm,
    (_, start, name, end) => {
      const part = known[name]
      if (part === undefined) throw new Error(`Unknown part of db/sql: ${name}`)
      return `${start}${part}\n${end}`
    },
  )
}
