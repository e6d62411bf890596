// `npm run deploy` without Cloudflare: its settings and the configuration of the Workers.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { configurationsOf } from '../../tools/deploy/configuration.ts'
import { regionNames, regionOfUrl, regions } from '../../tools/deploy/regions.ts'
import { readTarget, SettingsFault, type Target } from '../../tools/deploy/settings.ts'
import { projectFile, workerNames } from '../../tools/project.ts'
import { keysOf, makeRing } from '../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../support/directory.ts'

const ring = await makeRing()
let folder: string
beforeAll(() => {
  folder = temporaryDirectory()
  for (const name of ['keys.json', 'keys-staging.json'])
    writeFileSync(join(folder, name), JSON.stringify(ring))
})

const read = (content: unknown, environment = 'production'): Target => {
  const file = join(folder, 'deploy.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readTarget(file, environment)
}

/** The lines of the faults, without the folder. */
const faultsOf = (content: unknown, environment?: string): string[] => {
  try {
    read(content, environment)
  } catch (error) {
    if (error instanceof SettingsFault) return error.lines.map(line => line.replaceAll(`${folder}/`, ''))
    throw error
  }
  return []
}

const production = { origin: 'https://proctoring.school.edu', databaseRegion: 'aws-eu-central-1' }

describe('the settings', () => {
  test('of the example are valid, and its environments are those of the guide', () => {
    const example: unknown = JSON.parse(readFileSync(projectFile('deploy.example.json'), 'utf8'))
    for (const environment of ['production', 'staging'])
      expect(read(example, environment)).toMatchObject({ environment, jwks: keysOf(ring).jwks })
  })

  test('have one line for each fault, which names the setting', () => {
    const wrong = {
      origin: 'https://proctoring.school.edu/app',
      databaseRegion: 'mars-1',
      analyticsDataset: 'a-b',
      domain: 'x',
      variables: { LOG: 'info', BASE_URL: 'x', EVENT_RETENTION_DAYS: 'ten' },
    }
    const lines = faultsOf({ production: wrong })
    expect(lines.map(line => line.replace(/^(deploy\.json: [\w.]+: ).*$/s, '$1')).toSorted()).toEqual([
      'deploy.json: production.analyticsDataset: ',
      'deploy.json: production.databaseRegion: ',
      'deploy.json: production.origin: ',
      'deploy.json: production.variables.BASE_URL: ',
      'deploy.json: production.variables.EVENT_RETENTION_DAYS: ',
      'deploy.json: production.variables.LOG: ',
      'deploy.json: production: ',
    ])
    expect(lines.join('\n').split('\n')).toHaveLength(lines.length)
    expect(lines).toContain('deploy.json: production: No setting has the name domain.')
  })

  test('that are missing, not JSON, or without the environment are one line', () => {
    expect(faultsOf({ production }, 'staging')).toEqual([
      'deploy.json has no environment staging. Its environments: production.',
    ])
    expect(faultsOf('{"production": }')).toEqual([expect.stringMatching(/^deploy\.json is not JSON: .+\.$/)])
    expect(() => readTarget(join(folder, 'none.json'), 'production')).toThrow(
      /cannot be read\. Copy deploy\.example\.json/,
    )
  })

  test('name keys that exist and are keys, and no part of another file is printed', () => {
    expect(faultsOf({ production: { ...production, keys: 'none.json' } })).toEqual([
      'The keys none.json cannot be read. Create them: npm run keys -- --ring none.json',
    ])
    writeFileSync(join(folder, 'secret.json'), 'a secret')
    expect(faultsOf({ production: { ...production, keys: 'secret.json' } })).toEqual([
      'The keys secret.json are neither a key ring nor a JWK Set.',
    ])
    writeFileSync(join(folder, 'public.json'), keysOf(ring).jwks)
    expect(read({ production: { ...production, keys: 'public.json' } }).jwks).toBe(keysOf(ring).jwks)
  })
})

describe('the configuration', () => {
  const settings = {
    production: { ...production, variables: { MAIL_FROM: 'no-reply@school.edu', LOG_LEVEL: 'error' } },
    staging: {
      ...{ origin: 'https://invigil-staging-edge.school.workers.dev', databaseRegion: 'aws-us-east-2' },
      ...{ emailService: true, analyticsDataset: 'invigil_staging' },
    },
  }

  test('places the three areas beside the database, and the edge everywhere', () => {
    const { edge, proctoring, sts, platform } = configurationsOf(read(settings))
    expect([proctoring, sts, platform].map(({ placement }) => placement)).toEqual(
      Array(3).fill({ region: 'aws:eu-central-1' }),
    )
    expect(edge).not.toHaveProperty('placement')
  })

  test('serves the origin of the edge: a domain of the owner, or workers.dev', () => {
    expect(configurationsOf(read(settings)).edge).toMatchObject({
      workers_dev: false,
      routes: [{ pattern: 'proctoring.school.edu', custom_domain: true }],
    })
    const staging = configurationsOf(read(settings, 'staging')).edge
    expect(staging.workers_dev).toBe(true)
    expect(staging).not.toHaveProperty('routes')
  })

  test('names the Workers of an environment, and binds them to each other', () => {
    const { edge, realtime, proctoring, platform } = configurationsOf(read(settings, 'staging'))
    expect(edge).toMatchObject({
      name: 'invigil-staging-edge',
      services: [
        { binding: 'PROCTORING', service: 'invigil-staging-proctoring' },
        { binding: 'STS', service: 'invigil-staging-sts' },
        { binding: 'PLATFORM', service: 'invigil-staging-platform' },
        { binding: 'REALTIME', service: 'invigil-staging-realtime' },
      ],
    })
    expect(realtime.migrations).toMatchObject([{ tag: 'v1' }])
    const toPlatform = { binding: 'PLATFORM', service: 'invigil-staging-platform' }
    const toRealtime = { binding: 'REALTIME', service: 'invigil-staging-realtime' }
    expect([realtime.services, proctoring.services]).toEqual([[toPlatform], [toPlatform, toRealtime]])
    expect(proctoring.r2_buckets).toEqual([{ binding: 'FILES', bucket_name: 'invigil-staging-files' }])
    expect(configurationsOf(read(settings)).edge.name).toBe('invigil-edge')
    const inEurope = { ...read(settings), filesJurisdiction: 'eu' } as const
    expect(configurationsOf(inEurope).proctoring.r2_buckets).toEqual([
      { binding: 'FILES', bucket_name: 'invigil-files', jurisdiction: 'eu' },
    ])
    const [limit] = platform.ratelimits ?? []
    const [ofProduction] = configurationsOf(read(settings)).platform.ratelimits ?? []
    expect(limit?.namespace_id).toMatch(/^\d+$/)
    expect(limit?.namespace_id).not.toBe(ofProduction?.namespace_id)
  })

  test('gives each Worker the variables that it reads, and no value of wrangler.toml', () => {
    const all = configurationsOf(read(settings))
    const { jwks: JWKS } = read(settings)
    const everywhere = { BASE_URL: production.origin, LOG_LEVEL: 'error' }
    expect(all.edge.vars).toEqual({ ...everywhere, JWKS })
    expect(all.proctoring.vars).toEqual(everywhere)
    expect(all.sts.vars).toEqual({ ...everywhere, JWKS })
    expect(all.platform.vars).toEqual({ ...everywhere, JWKS, MAIL_FROM: 'no-reply@school.edu' })
  })

  test('binds mails and metrics where the settings have them', () => {
    const [without, having] = ['production', 'staging'].map(name => configurationsOf(read(settings, name)))
    expect(having?.platform.send_email).toEqual([{ name: 'EMAIL' }])
    expect(without?.platform).not.toHaveProperty('send_email')
    for (const worker of workerNames) {
      const dataset = { binding: 'METRICS', dataset: 'invigil_staging' }
      expect(having?.[worker].analytics_engine_datasets).toEqual([dataset])
      expect(without?.[worker]).not.toHaveProperty('analytics_engine_datasets')
    }
  })

  test('has a placement for each region, as the guide lists them, and reads the region of a URL of Neon', () => {
    const guide = readFileSync(projectFile('docs/guides/deploy.md'), 'utf8')
    for (const name of regionNames) {
      const { placement, place } = regions[name]
      expect(placement).toBe(name.replace('-', ':'))
      expect(guide).toContain(`| \`${name}\` | ${place} | \`${placement}\` |`)
    }
    const url = (host: string) => `postgres://u:p@${host}/db`
    expect(regionOfUrl(url('ep-cool-dark-123.eu-central-1.aws.neon.tech'))).toBe('aws-eu-central-1')
    expect(regionOfUrl(url('ep-cool-dark-123-pooler.c-2.us-east-2.aws.neon.tech'))).toBe('aws-us-east-2')
    expect(regionOfUrl(url('db.school.edu'))).toBeUndefined()
  })
})
