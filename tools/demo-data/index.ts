// `npm run demo:data -- --size M`: fills the database of DATABASE_URL, by default the embedded Postgres of STATE_DIR
// (`npm start -- --postgres`), with a realistic data set, and prints its installs and an administrator's secret.

import { join, resolve } from 'node:path'
import pg from 'pg'
import { readArguments } from '../arguments.ts'
import { readEnvironment } from '../environment.ts'
import { migrateUrl } from '../migrator/migrate.ts'
import { startEmbeddedPostgres } from '../neon/embedded.ts'
import { newTenant, unlimited } from '../ops/tenant.ts'
import { startProgress } from '../progress.ts'
import { schemaFolder } from '../project.ts'
import { lockDirectory } from '../stack/lockfile.ts'
import { openStateDirectory, requireUsable } from '../stack/state-directory.ts'
import { dayMs, isoDay } from './calendar.ts'
import { type DataSetChoice, dataSet } from './data-set.ts'
import { isLoaded, load } from './load.ts'
import { expectedRows, sizeNames } from './sizes.ts'
import { tenancyOf } from './tenancy.ts'

function readChoice(now: number): DataSetChoice {
  const { values } = readArguments({
    name: 'npm run demo:data',
    description:
      'Fills a database with a realistic data set, and prints its installs and the secret of an administrator.',
    options: {
      size: {
        type: 'string',
        value: `<${sizeNames.join('|')}>`,
        default: 'M',
        description: 'The number of institutions and people.',
      },
      seed: { type: 'string', value: '<number>', default: '1', description: 'Selects other random data.' },
      date: {
        type: 'string',
        value: '<YYYY-MM-DD>',
        default: isoDay(Math.floor(now / dayMs)),
        description: 'The day around which the terms lie.',
      },
    },
  })
  const size = sizeNames.find(name => name === values.size.toUpperCase())
  const seed = Number(values.seed)
  const reference = new Date(`${values.date}T00:00:00Z`)
  const isDate = !Number.isNaN(reference.getTime()) && isoDay(reference.getTime() / dayMs) === values.date
  if (!size) throw new Error(`--size is one of ${sizeNames.join(', ')}.`)
  if (!isDate) throw new Error('--date is a day as YYYY-MM-DD.')
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32))
    throw new Error('--seed is an integer from 0 to 4294967295.')
  return { size, seed, reference }
}

/** The server to fill, and a function that releases it. */
async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run demo:data')
  if (DATABASE_URL) return { url: DATABASE_URL, close: () => Promise.resolve() }
  const stateDir = resolve(STATE_DIR)
  requireUsable(stateDir)
  const lockfile = lockDirectory(stateDir)
  await openStateDirectory(stateDir, { kind: 'postgres' })
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
    const tenant = newTenant(`Demo data ${size}, seed ${seed}`, '', unlimited)
    const progress = startProgress({ total: expectedRows(size), unit: 'rows' })
    try {
      await load(client, dataSet(choice, tenant), progress.advance)
      progress.finish()
    } finally {
      progress.stop()
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
  const choice = readChoice(Date.now())
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
