// Rewrites a statement, so that its transaction can store the rows that it returns. The last statement of the batch stores
// them (`keep_idempotent_results`).

/**
 * Returns the statement, which also writes its rows as JSON to the setting `invigil.<name>` of the transaction, unless there
 * are none. Returns a statement that returns no rows unchanged.
 * @param name letters, digits and underscores
 */
export function capturing(text: string, name: string): string {
  const { lists, main } = split(text)
  if (!returnsRows(main)) return text
  const [rows, captured] = [`rows_of_${name}`, `captured_${name}`]
  const list = `${rows} as (${main.trim().replace(/;$/, '')}), ${captured} as (
    select set_config('invigil.${name}', json_agg(row_to_json(${rows}))::text, true) from ${rows})`
  return `${lists === '' ? 'with ' : `${lists}, `}${list} select ${rows}.* from ${rows}, ${captured}`
}

const returnsRows = (main: string): boolean =>
  /^\s*(\(\s*)*(select|values)\b/i.test(main) || hasReturning(main)

/** Whether the statement itself has a clause `returning`, and not only a part in parentheses. */
const hasReturning = (main: string): boolean => /\breturning\b/i.test(outside(main))

/** Separates a statement from the list of `with` before it. */
function split(text: string): { lists: string; main: string } {
  const start = /^\s*with\s+(recursive\s+)?/i.exec(text)
  if (!start) return { lists: '', main: text }
  for (let at = start[0].length; ; ) {
    // `name [(columns)] as [not materialized] (statement)`: the name and columns end at `as`.
    at = closing(text, text.indexOf('(', asAt(text, at)))
    const next = /^\s*,/.exec(text.slice(at))
    if (!next) return { lists: text.slice(0, at), main: text.slice(at) }
    at += next[0].length
  }
}

/** Returns the position after the next word `as` that is in no parentheses. */
function asAt(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text[at] === '(') at = closing(text, at)
    else if (/^\bas\b/i.test(text.slice(at, at + 3)) && /\s|"/.test(text[at - 1] ?? '')) return at + 2
    else at = afterToken(text, at)
  }
  throw new Error('A statement has an incomplete list of WITH.')
}

/** Returns the position after the parenthesis that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at >= 0 && at < text.length; at = afterToken(text, at)) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error('A statement has an open parenthesis.')
}

/** Returns the text outside parentheses, literals and comments. */
function outside(text: string): string {
  let found = ''
  for (let at = 0; at < text.length; ) {
    const next = text[at] === '(' ? closing(text, at) : afterToken(text, at)
    found += next === at + 1 ? text[at] : ' '
    at = next
  }
  return found
}

/** Literals, quoted names and comments, which may contain parentheses. */
const quoted = [
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /--[^\n]*/y,
  /\/\*[\s\S]*?\*\//y,
  /\$(\w*)\$[\s\S]*?\$\1\$/y,
]

function afterToken(text: string, at: number): number {
  for (const pattern of quoted) {
    pattern.lastIndex = at
    if (pattern.test(text)) return pattern.lastIndex
  }
  return at + 1
}
