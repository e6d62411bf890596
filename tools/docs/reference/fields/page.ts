import { code, codes, heading, table } from '../table.ts'
import { otherResponses, records, uploadFile } from './records.ts'

const intro = `
This page lists, for each field of the records of area A, the operations that set it. [The operations](operations.md) are described in the API reference.
\`${uploadFile}\` is the \`PUT\` to the \`uploadUrl\` of a file. A nested object is one field: it repeats members of another record, or its members are set
together. Time also sets fields: \`endedDate\`, \`status\`, \`statusReason\` and \`auditStatus\` of a session, as [the concepts](../concepts.md) describe.
`

/** The page of the fields: a table for each record. */
export const fieldsPage = (): string =>
  [
    heading('Fields', 'tools/docs/reference/fields'),
    intro,
    ...Object.entries(records).map(
      ([name, { fields }]) =>
        `\n## ${name}\n\n${table(
          ['field', 'set by'],
          Object.entries(fields).map(([field, setters]) => [code(field), codes(setters)]),
        )}`,
    ),
    `\n## Other responses\n\nThese responses have no fields of their own:\n\n${table(
      ['response', 'what it is'],
      Object.entries(otherResponses).map(([name, reason]) => [code(name), reason]),
    )}`,
  ].join('')
