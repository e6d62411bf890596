// `npm run bootstrap -- "Account name"`: creates the first account of a database, and prints the secret of its
// administrator and a setup token for the first operator.

import { randomBytes } from 'node:crypto'
import { batch } from '../../db/client.ts'
import { readEnvironment } from '../environment.ts'
import { connectThrough, openServer } from '../neon/database.ts'
import { startNeonEndpoint } from '../neon/neon-endpoint.ts'
import { insertTenant, newTenant } from './tenant.ts'

const [name] = process.argv.slice(2)
const { DATABASE_URL } = readEnvironment('npm run bootstrap')
if (!(name && DATABASE_URL)) {
  console.error('Usage: DATABASE_URL=<direct URL> npm run bootstrap -- "Account name"')
  process.exit(1)
}

const database = await openServer(DATABASE_URL)
const endpoint = await startNeonEndpoint(database.backend)
const db = connectThrough(endpoint)
const tenant = newTenant(name, name)
await batch(db, insertTenant(db, tenant))
await endpoint.close()
await database.close()
const setupToken = randomBytes(32).toString('base64url')
console.log(
  JSON.stringify({ installSid: tenant.install.sid, apiCredential: tenant.secret, setupToken }, null, 2),
)
console.error(`
The first operator sends the setup token in the header X-Setup-Token. Set it, unless the deployment has one:

  npx wrangler secret put SETUP_TOKEN --env platform`)
