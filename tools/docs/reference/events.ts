import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webhooks } from '../../../src/platform/webhooks/events/webhooks.ts'
import { openApi } from '../../openapi/document.ts'
import { schemaFolder } from '../../project.ts'
import { examples } from './examples.ts'
import { code, codes, heading, table } from './table.ts'
import { uncaptured } from './uncaptured.ts'

type Schema = { type?: string; description?: string; enum?: string[]; properties?: Record<string, Schema> }

const intro = `
This page lists the events to which webhook endpoints can subscribe, and their payloads. [Webhooks](../webhooks.md) describes the delivery. The members of an event are \`id\`, \`topic\`, \`source\`,
\`type\`, \`payload\` and \`metadata\`. Members may be added to any of them.
`

const published = `Your own backends publish this type with \`POST /api/events\` (\`source\` is \`sdk\`), with members of their choice. [Topics and
documents](../realtime.md#one-event-many-ways-out) create it too (\`source\` is \`socket\` or \`sync\`).`

export function eventsPage(): string {
  const { components } = openApi([], webhooks, {}, '')
  const schemas = components.schemas as Record<string, Schema>
  return [
    heading('Events', 'src/platform/webhooks/events/webhooks.ts and db/sql'),
    intro,
    '\n## metadata\n\n',
    members(schemas['EventMetadata']),
    ...webhooks.map(({ name, summary }) => {
      const payload = schemas[`${pascal(name)}Payload`]
      return `\n## ${name}\n\n${summary}.\n\n${members(payload)}${more(name)}${example(name)}`
    }),
  ].join('')
}

const members = (schema: Schema | undefined): string =>
  table(
    ['member', 'type', ''],
    Object.entries(schema?.properties ?? {}).map(([name, { type, enum: values, description = '' }]) => [
      code(name),
      values ? values.map(value => code(value || '""')).join(', ') : (type ?? 'any'),
      description,
    ]),
  )

const pascal = (name: string): string =>
  name
    .split('.')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const example = (name: string): string =>
  `\n\`\`\`json\n${JSON.stringify(examples[name as keyof typeof examples], null, 2)}\n\`\`\`\n`

function more(name: string): string {
  if (name !== 'database.event') return `\n${published}\n`
  return `\nA change of one of these records, captured in its transaction. Names and values are those of the API. Records with a status
have \`previousStatus\`. Payloads never contain passwords, secrets or access keys. After a person has been erased, the payloads about them
contain \`sid\`, \`installSid\` and \`"erased": true\`. [Webhooks](../webhooks.md) describes which changes create events.\n\n${table(
    ['topic', 'payload'],
    captured().map(({ topic, members: names }) => [code(topic), codes(names)]),
  )}\nChanges of these tables create no events:\n\n${table(
    ['not captured', 'reason'],
    Object.entries(uncaptured).map(([name, reason]) => [code(name), reason]),
  )}`
}

/** The members of the payload of each topic. Two tables can share a topic. */
export function captured(): { topic: string; members: string[] }[] {
  const sql = ['functions', 'triggers'].flatMap(textsOf).join('\n')
  const payloads = new Map(
    [...sql.matchAll(/FUNCTION event_payload\(r "?(\w+)"?\).*?AS \$\$(.*?)\$\$/gs)].map(
      ([, name = '', body = '']) => [name, membersIn(body)],
    ),
  )
  const triggers = sql.matchAll(
    / ON "?(\w+)"?\s+FOR EACH ROW (?:WHEN \([^)]*\) )?EXECUTE FUNCTION capture_change\('(\w+)'\)/g,
  )
  const topics = new Map<string, string[]>()
  for (const [, name = '', topic = ''] of triggers)
    topics.set(topic, [...new Set([...(topics.get(topic) ?? []), ...(payloads.get(name) ?? [])])])
  return [...topics].map(([topic, names]) => ({ topic: `proctoring.${topic}`, members: names }))
}

function textsOf(kind: string): string[] {
  const folder = join(schemaFolder, 'sql', kind)
  const files = readdirSync(folder).toSorted()
  return files.map(file => readFileSync(join(folder, file), 'utf8'))
}

/** The names of `jsonb_build_object`: a text at the start of an argument, followed by a value. */
const membersIn = (body: string): string[] =>
  [...body.matchAll(/(?<=jsonb_build_object\(|,)\s*'(\w+)',/g)].map(([, name = '']) => name)
