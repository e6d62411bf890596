// The reference of the embed SDK, from the public types and their comments.

import { sdkTypesSource } from '../../build/sdk-types.ts'
import { code, heading, table } from './table.ts'

const intro = `
This page lists the options, methods and events of the SDK at \`/embed/v1.js\` (classic script, global \`Invigil\`) and \`/embed/v1.mjs\` (module).
The types are at \`/embed/v1.d.ts\`. [Embed an exam](../guides/embed-an-exam.md) shows how to use them. An \`Instant\` is a
number of epoch milliseconds, an ISO 8601 string with a time zone, or a \`Date\`.

\`Invigil.createEmbed(options)\` adds the frame and returns the embed. It throws a \`TypeError\` that names an invalid option.
`

const errorIntro = `
### error

The members of the detail are \`code\` and \`message\`. Each error is emitted within 5 seconds of its cause. A page without a \`Referer\`
whose origin is not allowed gets \`network\`, because the browser blocks its frame.

`

export const embedPage = (): string =>
  [
    heading('Embed SDK', 'src/embed/sdk/types.ts'),
    intro,
    '\n## Options\n\n',
    membersOf('OptionsFor', 'option'),
    '\n### brand\n\n',
    membersOf('Brand', 'member'),
    '\n### token\n\n',
    membersOf('IssuedTokens', 'member'),
    '\n### Result of onTokenRefresh\n\n',
    membersOf('TokenAnswer', 'member'),
    '\n## Embed\n\n',
    membersOf('EmbedOf', 'member'),
    '\n## Events\n\nListen with `embed.on(event, listener)`. The listener receives the detail.\n\n',
    membersOf('EmbedEvents', 'event', 'detail'),
    errorIntro,
    codesTable(),
  ].join('')

/** Returns the text between the braces or bars of an exported type. */
function bodyOf(name: string): string {
  const body = new RegExp(`^export type ${name}\\b.*? =\\s(.*?)(?=^export type|^/\\*\\*|(?![^]))`, 'ms')
  const found = body.exec(sdkTypesSource())?.[1]
  if (!found) throw new Error(`src/embed/sdk/types.ts has no type ${name}.`)
  return found
}

const member =
  /\/\*\* (?<text>.*?) \*\/\n\s+(?:readonly )?(?<name>\w+)(?<optional>\?)?(?<type>[^\n]*(?:\n(?!\s*\/\*\*|\}).+)*)/g

/** Returns the members of a type as a table. @throws Error for a member without a comment */
function membersOf(name: string, kind: string, typeName = 'type'): string {
  const body = bodyOf(name)
  const rows = [...body.matchAll(member)].map(({ groups = {} }) => [
    code(groups['name'] ?? ''),
    typeOf(groups['type'] ?? ''),
    `${groups['optional'] || kind === 'event' || name === 'EmbedOf' ? '' : 'Required. '}${groups['text']}`,
  ])
  const declared = [...body.matchAll(/^ {2}(?:readonly )?\w+(?=[?:<(])/gm)]
  if (rows.length === 0 || rows.length !== declared.length)
    throw new Error(`A member of ${name} in src/embed/sdk/types.ts has no comment.`)
  return table([kind, typeName, ''], rows)
}

/** Returns the type of a member as a reader writes it. */
function typeOf(text: string): string {
  const type = text
    .replace(/^: /, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(/,? \)/g, ')')
    .replace(/ \| undefined$/, '')
    .replace(/^\((.*)\)$/, '$1')
  if (type === 'undefined') return 'none'
  return code(type.replace('Container', 'HTMLElement | string').replace(/^Frame$/, 'HTMLIFrameElement'))
}

function codesTable(): string {
  const codes = bodyOf('EmbedErrorCode').matchAll(/\/\*\* (?<text>.*?) \*\/\n\s+\| '(?<name>\w+)'/g)
  return table(
    ['code', 'cause'],
    [...codes].map(({ groups = {} }) => [code(groups['name'] ?? ''), groups['text'] ?? '']),
  )
}
