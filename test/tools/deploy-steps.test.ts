// The steps of `npm run deploy` without Cloudflare.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configurationsOf, withoutServices } from '../../tools/deploy/configuration.ts'
import { deployAll, dryRun, type Effects } from '../../tools/deploy/deploy.ts'
import { readTarget, type Target } from '../../tools/deploy/settings.ts'
import { makeRing } from '../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../support/directory.ts'

const production = { origin: 'https://proctoring.school.edu', databaseRegion: 'aws-eu-central-1' }
const ring = await makeRing()

function target(): Target {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(ring))
  const file = join(folder, 'deploy.json')
  writeFileSync(file, JSON.stringify({ production }))
  return readTarget(file, 'production')
}

describe('the steps', () => {
  function recorded(changes: Partial<Effects> = {}) {
    const steps: string[] = []
    const lines: string[] = []
    const step = (name: string) => async () => void steps.push(name)
    const effects: Effects = {
      build: async () => steps.push('build') > 0,
      pending: async () => ({ migrations: ['0003_next'], sqlSet: true }),
      migrate: step('migrate'),
      exists: async () => true,
      deploy: async args => void steps.push(`deploy ${args.at(-1)?.replace(/.*\//, '')}`),
      check: async () => [],
      print: line => void lines.push(line),
      ...changes,
    }
    return { effects, steps, lines }
  }
  const workers = ['platform', 'sts', 'proctoring', 'realtime', 'edge'].map(name => `deploy ${name}.json`)

  test('are: build, migrate, deploy the areas and last the edge, check', async () => {
    const { effects, steps, lines } = recorded()
    expect(await deployAll(target(), effects)).toBe(true)
    expect(steps).toEqual(['build', 'migrate', ...workers])
    expect(lines.at(-1)).toBe(`${production.origin} is healthy and ready, with this version.`)
  })

  test('create the Worker realtime first, without bindings, since it and the areas bind each other', async () => {
    const asked: string[] = []
    const exists = async (name: string) => asked.push(name) < 0
    const { effects, steps } = recorded({ exists })
    expect(await deployAll(target(), effects)).toBe(true)
    expect(asked).toEqual(['invigil-realtime'])
    expect(steps).toEqual(['build', 'migrate', 'deploy realtime-creation.json', ...workers])
    const { realtime } = configurationsOf(target())
    const { services: _, ...others } = realtime
    expect(withoutServices(realtime)).toEqual(others)
    expect(realtime.services).toHaveLength(1)
  })

  test('of a dry run change nothing, and it prints what would happen', async () => {
    const { effects, steps, lines } = recorded()
    expect(await dryRun(target(), effects)).toBe(true)
    expect(steps).toEqual(['build'])
    expect(lines).toEqual([
      'Would apply the migration 0003_next.',
      'Would replace functions, views and triggers.',
      'Would deploy invigil-platform, invigil-sts, invigil-proctoring, invigil-realtime, invigil-edge.',
      `${production.origin} is served everywhere; the areas run beside the database, in aws:eu-central-1 (Frankfurt).`,
      'Nothing was changed.',
    ])
  })

  test('of a dry run say that a database is up to date, if it is', async () => {
    const { effects, lines } = recorded({ pending: async () => ({ migrations: [], sqlSet: false }) })
    expect(await dryRun(target(), effects)).toBe(true)
    expect(lines[0]).toBe('The database is up to date.')
  })

  test('end after a failed build, before the database is migrated', async () => {
    const { effects, steps } = recorded({ build: async () => false })
    expect(await deployAll(target(), effects)).toBe(false)
    expect(await dryRun(target(), effects)).toBe(false)
    expect(steps).toEqual([])
  })

  const rollBacks = (...names: string[]) =>
    names.map(name => `  npx wrangler rollback --name invigil-${name}`)
  const commandsOf = (lines: string[]) => lines.filter(line => line.includes('npx'))

  test('print how to roll back, the edge first, when a check fails', async () => {
    const { effects, lines } = recorded({ check: async () => ['/readyz: not_ready (keys).'] })
    expect(await deployAll(target(), effects)).toBe(false)
    expect(lines).toContain('/readyz: not_ready (keys).')
    expect(commandsOf(lines)).toEqual(rollBacks('edge', 'realtime', 'proctoring', 'sts', 'platform'))
  })

  test('print how to roll back those Workers that were deployed when one fails', async () => {
    const { effects, steps, lines } = recorded()
    const deploy = async (args: readonly string[]) => {
      if (args.join().includes('proctoring')) throw new Error('refused')
      await effects.deploy(args)
    }
    await expect(deployAll(target(), { ...effects, deploy })).rejects.toThrow('refused')
    expect(steps).toEqual(['build', 'migrate', ...workers.slice(0, 2)])
    expect(lines[0]).toBe('The deployment of invigil-proctoring failed.')
    expect(commandsOf(lines)).toEqual(rollBacks('sts', 'platform'))
  })
})
