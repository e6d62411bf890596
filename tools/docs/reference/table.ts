/** What a generated page begins with. */
export const heading = (title: string, from: string): string =>
  `# ${title}\n\n<!-- Made by \`npm run docs\` of ${from}. A change here is lost: change it there. -->\n`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A table of Markdown. */
export const table = (names: readonly string[], rows: readonly (readonly string[])[]): string =>
  [names, names.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |\n`).join('')

export const code = (text: string): string => `\`${text}\``
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ')
