// `npm run bootstrap -- "Account name"`: makes the first account of a database, and prints its administrator's secret.

import { connect } from '../../db/client.ts'
import { migrateUrl } from './database/migrate.ts'
import { startNeonEndpoint } from './database/neon-endpoint.ts'
import { postgresBackend } from './database/postgres.ts'
import { migrationsFolder } from './project.ts'
import { insertTenant, newTenant } from './tenant.ts'

const [name] = process.argv.slice(2)
const { DATABASE_URL } = process.env
if (!(name && DATABASE_URL)) {
  console.error('Usage: DATABASE_URL=<direct URL> npm run bootstrap -- "Account name"')
  process.exit(1)
}

await migrateUrl(DATABASE_URL, migrationsFolder)
const backend = postgresBackend(DATABASE_URL)
const endpoint = await startNeonEndpoint(backend)
const db = connect('postgres://local:local@db.localhost/any', {
  fetch: (_, init) => fetch(endpoint.url, init),
})
const tenant = newTenant(name, name)
await db.batch([...insertTenant(db, tenant)])
await endpoint.close()
await backend.close()
console.log(JSON.stringify({ installSid: tenant.install.sid, apiCredential: tenant.secret }, null, 2))
