// Checks environment variables against their schemas, and finds misspelled names.

import type * as z from 'zod'

export type Variable = {
  description: string
  /** Checks and converts the text. */
  schema: z.ZodType
  default?: string
  /** The command prints its usage when the variable is not set. */
  isRequired?: true
  /** The value is not printed. */
  isSecret?: true
}

type Variables = Readonly<Record<string, Variable>>

/** The value of each variable; undefined when it is not set and has no default. */
export type Values<V extends Variables> = {
  [Name in keyof V]: z.output<V[Name]['schema']> | (V[Name] extends { default: string } ? never : undefined)
}

type Environment = Readonly<Record<string, string | undefined>>

type Checked<V extends Variables> = { values: Values<V>; errors: string[]; warnings: string[] }

/**
 * Checks the variables of a command. An empty variable counts as not set.
 * @param known the names of all variables, of which there is no warning
 */
export function checkVariables<V extends Variables>(
  variables: V,
  environment: Environment,
  known: readonly string[],
): Checked<V> {
  const errors: string[] = []
  const values = Object.entries(variables).map(([name, variable]) => {
    const text = environment[name] || variable.default
    if (text === undefined) return [name, undefined]
    const result = variable.schema.safeParse(text)
    if (!result.success) errors.push(errorLine(name, text, variable, result.error))
    return [name, result.data]
  })
  const unknown = Object.keys(environment).filter(name => environment[name] && !known.includes(name))
  return { values: Object.fromEntries(values), errors, warnings: warningsOf(unknown, Object.keys(variables)) }
}

const maxShownLength = 60

function errorLine(name: string, text: string, { isSecret }: Variable, { issues }: z.ZodError): string {
  const shown = isSecret ? '' : ` Its value is ${JSON.stringify(text.slice(0, maxShownLength))}.`
  return `${name} is invalid. ${issues[0]?.message.replace(/\.?$/, '.')}${shown}`
}

/** Prefixes that only variables of this project have. */
const ownPrefixes = ['INVIGIL_', 'WEBHOOK_']

/** Common variables of systems, of which there is no warning. */
const commonNames = new Set([
  ...['HOME', 'HOSTNAME', 'HOSTTYPE', 'LANG', 'LOGNAME', 'MAIL', 'OLDPWD', 'PATH', 'PWD', 'SHELL', 'SHLVL'],
  ...['TEMP', 'TERM', 'TMP', 'TZ', 'USER'],
])

function warningsOf(unknown: readonly string[], names: readonly string[]): string[] {
  return unknown.flatMap(name => {
    if (commonNames.has(name)) return []
    const similar = names.find(each => distance(name.toUpperCase(), each) <= maxDistance(each))
    if (similar) return `Warning: ${name} has no effect. Did you mean ${similar}?`
    return ownPrefixes.some(prefix => name.startsWith(prefix))
      ? `Warning: ${name} has no effect. No variable has this name.`
      : []
  })
}

/** Short names are similar to many others: HOST to POST. */
const maxDistance = (name: string) => (name.length < 8 ? 1 : 2)

/** The number of characters to insert, delete or replace, and of neighbours to swap (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  const none = Number.POSITIVE_INFINITY
  let previous: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      const swapped = isSwap ? (previous[j - 1] ?? none) + 1 : none
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, replaced, swapped))
    }
    previous = row
    row = next
  }
  return row.at(-1) ?? 0
}
