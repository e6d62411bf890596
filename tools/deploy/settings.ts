// The settings of deployments: a file of the owner, `deploy.json`, with an entry for each environment.

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { parseJwks } from '../../src/shared/crypto/keys/jwks.ts'
import { workerRows } from '../docs/reference/environment.ts'
import type { WorkerName } from '../project.ts'
import { keysOf, parseRing } from '../stack/local-keys.ts'
import { type Region, regionNames } from './regions.ts'

/** `npm run deploy` sets these itself. */
const derived = ['BASE_URL', 'JWKS']

const variables = workerRows().filter(
  ({ name, description }) => description.kind === 'variable' && !derived.includes(name),
)

const Origin = z
  .url({
    protocol: /^https$/,
    error: 'Expected an origin with https, such as https://proctoring.school.edu.',
  })
  .refine(
    url => new URL(url).origin === url,
    'Expected an origin without a path and without a slash at the end.',
  )

/** The values of variables, which are text, checked by the schemas of the Workers. */
const Variables = z
  .record(z.string(), z.union([z.string(), z.number()]).transform(String))
  .superRefine((values, context) => {
    for (const [name, value] of Object.entries(values)) {
      const fault = faultOf(name, value)
      if (fault) context.addIssue({ code: 'custom', path: [name], message: fault })
    }
  })

function faultOf(name: string, value: string): string | undefined {
  if (derived.includes(name)) return 'The deployment sets this variable from origin and keys.'
  const variable = variables.find(each => each.name === name)
  if (!variable) return 'No variable of the Workers has this name (docs/reference/environment.md).'
  const result = variable.schema?.safeParse(value)
  return result?.success === false ? result.error.issues[0]?.message : undefined
}

const Environment = z.strictObject({
  /** The origin that clients see. A host below workers.dev needs no domain. */
  origin: Origin,
  /** The region of the database on Neon. The areas run beside it. */
  databaseRegion: z.enum(regionNames, { error: `Expected a region of Neon: ${regionNames.join(', ')}.` }),
  /** A key ring of `npm run keys`, or a JWK Set, relative to this file. */
  keys: z.string().optional(),
  /** Sends mails with Cloudflare's Email Service. */
  emailService: z.boolean().default(false),
  /** The jurisdiction in which the bucket was created. */
  filesJurisdiction: z.enum(['eu', 'fedramp']).optional(),
  /** A dataset of Workers Analytics Engine for metrics. */
  analyticsDataset: z.string().regex(/^\w+$/, 'Expected letters, digits and underscores.').optional(),
  variables: Variables.default({}),
})

const EnvironmentName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'Expected lower case letters, digits and hyphens, such as staging.')

const Settings = z.record(EnvironmentName, Environment)

/** The settings of one environment. */
export type Target = {
  environment: string
  origin: string
  databaseRegion: Region
  emailService: boolean
  filesJurisdiction?: 'eu' | 'fedramp' | undefined
  analyticsDataset?: string | undefined
  variables: Record<string, string>
  /** The public keys as a JWK Set. */
  jwks: string
}

/** The Workers that read a variable. */
export const readersOf = (name: string): readonly WorkerName[] =>
  variables.find(each => each.name === name)?.workers ?? []

/** Mistakes of the owner, one line each. */
export class SettingsFault extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsFault'
    this.lines = lines
  }
}

/** Reads the settings of an environment, and its public keys. @throws SettingsFault with a line for each mistake */
export function readTarget(file: string, environment: string): Target {
  const result = Settings.safeParse(parseJson(file, readText(file)))
  if (!result.success) throw new SettingsFault(result.error.issues.map(issue => lineOf(file, issue)))
  const settings = result.data[environment]
  if (!settings) {
    const names = Object.keys(result.data).join(', ') || 'none'
    throw new SettingsFault([`${file} has no environment ${environment}. Its environments: ${names}.`])
  }
  const { keys = environment === 'production' ? 'keys.json' : `keys-${environment}.json`, ...rest } = settings
  return { environment, ...rest, jwks: readJwks(resolve(dirname(file), keys), keys) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingsFault([`${file} cannot be read. Copy deploy.example.json, and change its values.`])
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SettingsFault([`${file} is not JSON: ${error instanceof Error ? error.message : error}.`])
  }
}

function lineOf(file: string, issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  const message =
    issue.code === 'unrecognized_keys' ? `No setting has the name ${issue.keys.join(', ')}.` : issue.message
  return `${file}: ${path === '' ? '' : `${path}: `}${message.replace(/\.?$/, '.')}`
}

/** The public keys of a key ring or of a JWK Set. Never prints a part of the file, because it may be private. */
function readJwks(path: string, name: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new SettingsFault([`The keys ${name} cannot be read. Create them: npm run keys -- --ring ${name}`])
  }
  for (const read of [() => keysOf(parseRing(text)).jwks, () => JSON.stringify({ keys: parseJwks(text) })]) {
    try {
      return read()
    } catch {
      // The file may have the other form.
    }
  }
  throw new SettingsFault([`The keys ${name} are neither a key ring nor a JWK Set.`])
}
