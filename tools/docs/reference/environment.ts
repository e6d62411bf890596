import { globSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { Bindings as Platform } from '../../../src/platform/env.ts'
import { Bindings as Proctoring } from '../../../src/proctoring/env.ts'
import { KeyBindings } from '../../../src/shared/crypto/keys/bindings.ts'
import { Bindings as Shared } from '../../../src/shared/env.ts'
import { projectFile, type WorkerName } from '../../project.ts'
import { edge, type Meaning, machine, meanings } from './event-descriptions.ts'
import { code, codes, heading, table } from './table.ts'

const intro = `
This page lists the variables, secrets and bindings of each Worker, and the variables of the commands. A **variable** is set in \`wrangler.toml\`, a **secret** with
\`wrangler secret put\`; a **binding** refers to another Worker or a service of Cloudflare. A Worker whose environment is invalid responds to every request
with 500, and its log contains the reason. How to set them: [Deploy](../guides/deploy.md).
`

const local = `
## On one machine

What \`npm start\` and the other commands read, from the environment or not at all. \`npm start\` makes the Workers' own values itself.

`

type Row = { name: string; workers: WorkerName[]; fallback: string; meaning: Meaning }

export function environmentPage(): string {
  return [
    heading('Environment', "the schemas of the Workers' bindings and tools/"),
    intro,
    '\n## Of the Workers\n\n',
    table(
      ['name', 'Workers', 'kind', 'default', ''],
      workerRows().map(({ name, workers, fallback, meaning: { kind, text } }) => [
        ...[code(name), workers.join(', '), kind, fallback, text],
      ]),
    ),
    local,
    table(
      ['variable', 'read by', 'default', ''],
      machineRows().map(({ name, files, defaults }) => [
        code(name),
        codes(files),
        codes(defaults),
        machine[name] ?? '',
      ]),
    ),
  ].join('')
}

const areas: [WorkerName, z.ZodRawShape][] = [
  ['proctoring', { ...Shared.shape, ...Proctoring.shape }],
  ['sts', { ...Shared.shape, ...KeyBindings.shape }],
  ['platform', { ...Shared.shape, ...Platform.shape }],
]

/** Every member of an environment, with the Workers that read it. */
export function workerRows(): Row[] {
  const names = [...new Set([...Object.keys(edge), ...areas.flatMap(([, shape]) => Object.keys(shape))])]
  return names.map(name => {
    const readers = areas.filter(([, shape]) => name in shape)
    const shape = readers[0]?.[1]
    const ofEdge = edge[name as keyof typeof edge]
    const meaning = meanings[name as keyof typeof meanings] ?? ofEdge
    return {
      ...{ name, meaning },
      workers: [...(ofEdge ? ['edge' as const] : []), ...readers.map(([worker]) => worker)],
      fallback: fallbackOf(shape?.[name] as z.ZodType | undefined, ofEdge),
    }
  })
}

/** What holds where nothing is set. */
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

const taking = /const \{(?<members>[^}]+)\} = process\.env/g
const naming = /process\.env\['(?<name>\w+)'\](?! =)/g

/** Every variable that a command takes from the environment of its process. */
export function machineRows(): { name: string; files: string[]; defaults: string[] }[] {
  const found = globSync(['tools/**/*.ts', 'examples/**/*.ts', 'tour/**/*.ts'], { cwd: projectFile('') })
    .toSorted()
    .flatMap(file => readIn(file, readFileSync(projectFile(file), 'utf8')))
    .filter(({ name }) => name !== 'PATH')
  return [...Map.groupBy(found, ({ name }) => name)].map(([name, each]) => ({
    name,
    files: [...new Set(each.map(({ file }) => file))],
    defaults: [...new Set(each.flatMap(({ fallback }) => fallback ?? []))],
  }))
}

function readIn(file: string, source: string): { name: string; file: string; fallback?: string }[] {
  const taken = [...source.matchAll(taking)]
    .flatMap(({ groups }) => groups?.['members']?.split(',') ?? [])
    .map(member => /(\w+)(?: = '(.*)')?/.exec(member) ?? [])
    .map(([, name = '', fallback]) => ({ name, file, ...(fallback !== undefined && { fallback }) }))
  const named = [...source.matchAll(naming)].map(({ groups }) => ({ name: groups?.['name'] ?? '', file }))
  return [...taken, ...named]
}
