// `npm run demo:data -- --size M`: fills the database of DATABASE_URL, by default the embedded Postgres of STATE_DIR
// (`npm start -- --postgres`), with a realistic data set, and prints its installs and an administrator's secret.

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import pg from 'pg'
import { readEnvironment } from '../environment.ts'
import { migrateUrl } from '../migrator/migrate.ts'
import { startEmbeddedPostgres } from '../neon/embedded.ts'
import { newTenant } from '../ops/tenant.ts'
import { schemaFolder } from '../project.ts'
import { lockDirectory } from '../stack/lockfile.ts'
import { dayMs, isoDay } from './calendar.ts'
import { type DataSetChoice, dataSet } from './data-set.ts'
import { isLoaded, load } from './load.ts'
import { expectedRows, sizeNames } from './sizes.ts'
import { tenancyOf } from './tenancy.ts'

const usage = `Usage: npm run demo:data -- [--size ${sizeNames.join('|')}] [--seed <number>] [--date YYYY-MM-DD]`

function choiceOf(args: string[], now: number): DataSetChoice {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: 'M' },
      seed: { type: 'string', default: '1' },
      date: { type: 'string', default: isoDay(Math.floor(now / dayMs)) },
    },
  })
  const size = sizeNames.find(name => name === values.size.toUpperCase())
  const seed = Number(values.seed)
  const reference = new Date(`${values.date}T00:00:00Z`)
  const isDate = !Number.isNaN(reference.getTime()) && isoDay(reference.getTime() / dayMs) === values.date
  if (!(size && isDate && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) throw new Error(usage)
  return { size, seed, reference }
}

/** The server to fill, and a function that releases it. */
async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run demo:data')
  if (DATABASE_URL) return { url: DATABASE_URL, close: () => Promise.resolve() }
  const stateDir = resolve(STATE_DIR)
  const lockfile = await lockDirectory(stateDir)
  const server = await startEmbeddedPostgres(join(stateDir, 'postgres'))
  const close = async () => {
    await server.stop()
    await lockfile.close()
  }
  return { url: server.url, close }
}

async function fill(url: string, choice: DataSetChoice): Promise<void> {
  await migrateUrl(url, schemaFolder)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { size, seed, reference } = choice
    if (await isLoaded(client, choice))
      throw new Error(`The database already contains data set ${size} with seed ${seed}. Use another --seed.`)
    const tenant = newTenant(`Demo data ${size}, seed ${seed}`, '')
    const bar = new SingleBar({ format: '{bar} {percentage}% | {value} rows | {duration_formatted}' })
    bar.start(expectedRows(size), 0)
    try {
      await load(client, dataSet(choice, tenant), count => bar.increment(count))
      bar.update(bar.getTotal())
    } finally {
      bar.stop()
    }
    const { installs, proctors } = tenancyOf(size, seed)
    const made = {
      size,
      seed,
      date: isoDay(reference.getTime() / dayMs),
      installs: installs.map(({ sid, place }) => ({ sid, name: place.name })),
      proctorSids: proctors,
      apiCredential: tenant.secret,
    }
    console.log(JSON.stringify(made, null, 2))
  } finally {
    await client.end()
  }
}

try {
  const choice = choiceOf(process.argv.slice(2), Date.now())
  const server = await openServer()
  try {
    await fill(server.url, choice)
  } finally {
    await server.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
