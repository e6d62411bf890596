// `npm run bootstrap -- "Account name"`: creates the first account of a database, and prints the secret of its
// administrator and a setup token for the first operator.

import { randomBytes } from 'node:crypto'
import { readArguments } from '../arguments.ts'

const { positionals } = readArguments({
  name: 'npm run bootstrap',
  description:
    'Creates the first account of the database of DATABASE_URL. Prints the secret of its administrator and a setup token.',
  positionals: ['<account name>'],
})

// Imported after the arguments are read, so that the help appears at once.
const { isNotNull } = await import('drizzle-orm')
const { batch } = await import('../../db/client.ts')
const { account: accounts } = await import('../../db/schema/tenancy.ts')
const { readEnvironment } = await import('../environment.ts')
const { connectThrough, openServer } = await import('../neon/database.ts')
const { startNeonEndpoint } = await import('../neon/neon-endpoint.ts')
const { insertTenant, newTenant } = await import('./tenant.ts')

const [name = ''] = positionals
const { DATABASE_URL } = readEnvironment('npm run bootstrap')
if (!DATABASE_URL) {
  console.error('Set DATABASE_URL to the URL of the database (on Neon, its direct URL).')
  process.exit(1)
}

const database = await openServer(DATABASE_URL)
const endpoint = await startNeonEndpoint(database.backend)
const db = connectThrough(endpoint)
const tenant = newTenant(name, name)
const account = { ...tenant.account, bootstrappedDate: new Date() }
const { earlier } = await batch(db, {
  earlier: db
    .select({ name: accounts.name })
    .from(accounts)
    .where(isNotNull(accounts.bootstrappedDate))
    .orderBy(accounts.bootstrappedDate)
    .limit(1),
  ...insertTenant(db, { ...tenant, account }),
})
await endpoint.close()
await database.close()
const setupToken = randomBytes(32).toString('base64url')
console.log(
  JSON.stringify({ installSid: tenant.install.sid, apiCredential: tenant.secret, setupToken }, null, 2),
)
if (earlier[0])
  console.error(
    `\nThe database has another account of this command, "${earlier[0].name}". The first operator owns that one.`,
  )
console.error(`
The first operator sends the setup token in the header X-Setup-Token. Set it, unless the system has one:

  on Cloudflare        npx wrangler secret put SETUP_TOKEN --env platform
  on your own server   SETUP_TOKEN in the environment of the system, and a restart`)
