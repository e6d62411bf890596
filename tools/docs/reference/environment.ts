import type { z } from 'zod'
import { Bindings as Platform } from '../../../src/platform/env.ts'
import { Bindings as Proctoring } from '../../../src/proctoring/env.ts'
import { Bindings as Realtime } from '../../../src/realtime/env.ts'
import { Bindings as Shared } from '../../../src/shared/env.ts'
import { Bindings as Sts } from '../../../src/sts/env.ts'
import type { Variable } from '../../check-variables.ts'
import { commands } from '../../environment.ts'
import type { WorkerName } from '../../project.ts'
import { type Description, descriptions, edge } from './environment-descriptions.ts'
import { code, codes, heading, table } from './table.ts'

const intro = `
This page lists the variables, secrets and bindings of each Worker, and the variables of the commands. A **variable** is set in \`deploy.json\`, a **secret** with
\`wrangler secret put\`; a **binding** refers to another Worker or a service of Cloudflare. A Worker whose environment is invalid responds to every request
with 500, and its log contains the reason. How to set them: [Deploy](../guides/deploy.md).
`

const commandsIntro = `
## Commands

The environment variables of the commands. \`npm start\` sets the environment of the Workers itself.
A command checks its variables first. For each invalid value it prints one line, and ends with code 1. It warns of names that are similar to these.
An empty variable counts as not set.

`

type Row = {
  name: string
  workers: WorkerName[]
  fallback: string
  description: Description
  /** Undefined for what only the edge has. */
  schema: z.ZodType | undefined
}

export function environmentPage(): string {
  return [
    heading('Environment', "the schemas of the Workers' bindings and tools/environment.ts"),
    intro,
    '\n## Workers\n\n',
    table(
      ['name', 'Workers', 'kind', 'default', ''],
      workerRows().map(({ name, workers, fallback, description: { kind, text } }) => [
        ...[code(name), workers.join(', '), kind, fallback, text],
      ]),
    ),
    commandsIntro,
    table(
      ['variable', 'command', 'default', ''],
      commandRows().map(row => [code(row.name), codes(row.commands), row.fallback, row.description]),
    ),
  ].join('')
}

const areas: [WorkerName, z.ZodRawShape][] = [
  ['realtime', Realtime.shape],
  ['proctoring', { ...Shared.shape, ...Proctoring.shape }],
  ['sts', { ...Shared.shape, ...Sts.shape }],
  ['platform', { ...Shared.shape, ...Platform.shape }],
]

/** All members of the environments, with the Workers that read them. */
export function workerRows(): Row[] {
  const names = [...new Set([...Object.keys(edge), ...areas.flatMap(([, shape]) => Object.keys(shape))])]
  return names.map(name => {
    const readers = areas.filter(([, shape]) => name in shape)
    const schema = readers[0]?.[1][name] as z.ZodType | undefined
    const ofEdge = edge[name as keyof typeof edge]
    const description = descriptions[name as keyof typeof descriptions] ?? ofEdge
    return {
      ...{ name, description, schema },
      workers: [...(ofEdge ? ['edge' as const] : []), ...readers.map(([worker]) => worker)],
      fallback: fallbackOf(schema, ofEdge),
    }
  })
}

/** The default, or whether the member is required. */
function fallbackOf(
  schema: z.ZodType | undefined,
  ofEdge: (typeof edge)[keyof typeof edge] | undefined,
): string {
  const inEdge = ofEdge?.fallback ?? 'required'
  if (!schema) return inEdge
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'required'
  if (ofEdge && inEdge === 'required') return 'required in edge'
  return data === undefined || typeof data === 'object' ? 'none' : code(String(data))
}

type CommandRow = { name: string; fallback: string; description: string; commands: string[] }

/** The variables of the commands. Commands that share a variable, its default and its description share a row. */
export function commandRows(): CommandRow[] {
  const all = Object.entries(commands).flatMap(([command, variables]) =>
    Object.entries<Variable>(variables).map(([name, variable]) => ({ command, name, variable })),
  )
  const rows = Map.groupBy(all, ({ name, variable }) =>
    JSON.stringify([name, variable.default, variable.description]),
  )
  return [...rows.values()].flatMap(each =>
    each.slice(0, 1).map(({ name, variable }) => ({
      name,
      fallback: variable.isRequired ? 'required' : variable.default ? code(variable.default) : 'none',
      description: variable.description,
      commands: each.map(({ command }) => command),
    })),
  )
}
