// A temporary system with the demo data of today.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { dataSet } from '../demo-data/data-set.ts'
import { load } from '../demo-data/load.ts'
import { migrateUrl } from '../migrator/migrate.ts'
import { startEmbeddedPostgres } from '../neon/embedded.ts'
import { newTenant, unlimited } from '../ops/tenant.ts'
import { schemaFolder } from '../project.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { openStateDirectory } from '../stack/state-directory.ts'

export type DemoSystem = {
  stack: Stack
  /** An administrator of the account. */
  credential: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts the system in an empty folder, with data set S. Its account is the oldest, so the first operator owns it. */
export async function startDemoSystem(): Promise<DemoSystem> {
  const stateDir = mkdtempSync(join(tmpdir(), 'invigil-screenshots-'))
  chmodSync(stateDir, 0o755) // a Postgres that root starts runs as another user
  const database = { kind: 'postgres' } as const
  await openStateDirectory(stateDir, database)
  const credential = await fill(join(stateDir, 'postgres'))
  const stack = await startStack({ stateDir, database, port: 0, webhookRetryBaseMs: 1 })
  return {
    ...{ stack, credential },
    async [Symbol.asyncDispose]() {
      await stack.close()
      rmSync(stateDir, { recursive: true })
    },
  }
}

async function fill(folder: string): Promise<string> {
  const server = await startEmbeddedPostgres(folder)
  try {
    await migrateUrl(server.url, schemaFolder)
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      const tenant = newTenant('Northfield', '', unlimited)
      const reference = new Date(new Date().setUTCHours(0, 0, 0, 0))
      await load(client, dataSet({ size: 'S', seed: 1, reference }, tenant), () => {})
      return tenant.secret
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}
